"""The frame of every page: it loads nothing, tells nobody where it was opened, and brings its style along."""

from importlib.resources import files

from agent.report.html_elements import Html, element, style

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def html_document(title: str, body: Html, sheet: str = "") -> str:
    """A whole page under a title, with rules of its own beside the common ones."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        style(files("agent.report").joinpath("page.css").read_text(encoding="utf-8")),
        *([style(sheet)] if sheet else []),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}"
