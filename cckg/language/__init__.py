"""The English underneath: inflection, clauses, polarity, opposites, dates, names, sentences.

In: words, phrases, sentences. Out: their forms, parts and readings, as strings, spans and small values.
It knows no claim, no event and no question; word lists are in `data/`, one file a list.
"""

from cckg.language.clauses import be_for, definite, hypothetical, in_past, is_clause, statement, tidy, with_infinitive
from cckg.language.fit import denies, names_source, sentence_fit, tells_of
from cckg.language.inflection import Form, in_dictionary, inflect, noun_lemma, parts_of_speech, verb_form, verb_lemma
from cckg.language.lexicon import begins_clause, has_finite_verb, head_of, is_listed, is_past, reports_the_past, rows, word_class, word_set
from cckg.language.names import RECOGNISER, Named, entities_of, key_of, named_things, possible_names, title_keys, without_accents
from cckg.language.opposites import is_mere_negation, natural_opposite, negated, opposite_of
from cckg.language.polarity import neutral, polarity_of, reading_of
from cckg.language.references import without_pointing
from cckg.language.sections import Heading, Sections, headings_of
from cckg.language.sentences import FRONT_MATTER, Sentence, read_sentences, split_sentences
from cckg.language.standalone import make_standalone
from cckg.language.synonyms import contrasting, related, stem
from cckg.language.times import (
    MONTH_NAME,
    MONTH_NAMES,
    WORDED_DATE,
    YEAR,
    dated,
    dates,
    days_on_end,
    find_date,
    first_day,
    month,
    normalised,
    without_dates,
    years_of,
)
from cckg.language.wording import TOKEN, deciding_part, is_adverb, is_negation, looks_plural, main_verb
