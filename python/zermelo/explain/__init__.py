"""Explaining a search: one trace, many renderings."""
