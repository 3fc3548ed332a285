"""The page: play every game in the browser, against the engine or each other."""

from zermelo.web.app import create_app

__all__ = ["create_app"]
