"""Sphinx configuration."""

project = "zermelo"
copyright = "2026, the zermelo authors"
extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.doctest", "sphinx.ext.napoleon"]
html_theme = "furo"
html_title = "zermelo"
exclude_patterns = ["_build"]
myst_enable_extensions = ["colon_fence"]
autodoc_typehints = "description"
doctest_global_setup = "import zermelo"
# The docstrings' examples are run by the Python tests; here only those of the pages.
doctest_test_doctest_blocks = ""
