"""Files of other programs: reading and writing games as their communities do."""

from __future__ import annotations

from zermelo.errors import ZermeloError


class FormatError(ZermeloError, ValueError):
    """A file or text is not in the format it should be."""
