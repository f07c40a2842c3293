"""Web: the pages that volunteers see, and the server that shows them."""

from geobias.collect.web.app import make_app
from geobias.collect.web.choices import choices
from geobias.collect.web.sentences import read_sentences
from geobias.collect.web.serving import make_site, serve

__all__ = ["choices", "make_app", "make_site", "read_sentences", "serve"]
