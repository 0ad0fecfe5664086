"""Files → documents: which files there are, and their text, title and rows, whatever their format.

In: paths. Out: `Document`s, or the reason why one cannot be read.
"""

from ingest.loading.front_matter import date_of, place_of
from ingest.loading.loaders import find_documents, load, uri_of
