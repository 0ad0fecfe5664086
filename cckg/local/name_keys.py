"""The key under which all wordings of a named thing are one, and the keys of a title. What is a name, `cckg.local.names` decides."""

import re
import unicodedata

LONGEST_KEY = 100
"""Characters of a key, at most; what is longer is cut."""


def key_of(name: str) -> str:
    """Return the key of a name: lower-case, accents, punctuation, a leading article and the "'s" at its end left out.

    A name without a letter or digit gives an empty key.

    >>> [key_of(name) for name in ("The Beatles'", "Xawery Żuławski", "J. R. R. Tolkien", "J.R.R. Tolkien", "AT&T", "U.S.")]
    ['beatles', 'xawery zulawski', 'jrr tolkien', 'jrr tolkien', 'at and t', 'us']
    """
    folded = _POSSESSIVE.sub("", name.strip()).casefold().translate(_LETTERS)
    plain = folded if folded.isascii() else without_accents(folded)
    words = _SEPARATOR.sub(" ", _INSIDE.sub("", plain.replace("&", " and "))).split()
    if len(words) > 1 and words[0] in _ARTICLES:
        words = words[1:]
    joined = _INITIALS.sub(lambda found: found.group().replace(" ", ""), " ".join(words))
    return joined[:LONGEST_KEY].rstrip()


def title_keys(title: str) -> list[str]:
    """Return the keys of what a document that is called so is about: of the title, and of it without its bracket or its comma's rest.

    The comma's rest may go if either side is a name, or a date: not in "Trees, lines and the cascade". A title of more than 10 words, or a
    file's name, names no thing.

    >>> [title_keys(title) for title in ("Heat (1995 film)", "The Silver Bridge, 15 December 1967")]
    [['heat 1995 film', 'heat'], ['silver bridge 15 december 1967', 'silver bridge']]
    """
    if len(title.split()) > _LONGEST or _FILE.fullmatch(title.strip()):
        return []
    plain = _BRACKET.sub("", title)
    forms = [title, plain, *([plain.partition(",")[0]] if _TWO_NAMES.fullmatch(plain.strip()) else [])]
    return [key for key in dict.fromkeys(map(key_of, forms)) if key]


def without_accents(text: str) -> str:
    """Return a text with plain letters for those with accents: "Hélène" → "Helene"."""
    return "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))


# Private

_LONGEST = 10  # words of a title
_ARTICLES = frozenset(["the", "a", "an"])
_LETTERS = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
_POSSESSIVE = re.compile(r"(?:['’][sS]|(?<=[sS])['’])$")
_INSIDE = re.compile(r"['’.]")
_SEPARATOR = re.compile(r"[\W_]+")
_INITIALS = re.compile(r"\b\w(?: \w)+\b(?!['’])")
_BRACKET = re.compile(r"\s*\([^()]*\)\s*$")
_NAME = r"(?:(?:of|the|de|and|[^\W_a-z][\w.'’-]*)(?: +|$|(?=,)))+"
_TWO_NAMES = re.compile(rf"{_NAME}, {_NAME}")
_FILE = re.compile(r"\S+\.(?!com$|org$|net$)[a-z0-9]{2,5}|\S*[/\\_]\S*")
