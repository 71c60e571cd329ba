"""Markdown in which nothing can be followed: no image, no link, no tag, no address."""

import re

from agent.chat.sentences import FENCE

_IMAGE = re.compile(r"!\[([^\[\]]*)\]\([^()]*\)?|!(?=\[)")
_LINK = re.compile(r"\[([^\[\]]+)\]\(([^()]*)\)")
_REFERENCE = re.compile(r"^[ \t]*\[[^\]\n]+\]:[ \t]*\S+.*$", re.MULTILINE)
_ADDRESS = re.compile(r"(?<![`\w/])((?:\w+://|mailto:|www\.)[^\s)`\]>]+|[\w.+-]{1,64}@[\w-]{1,253}\.[\w.-]*\w)")
_TAG = re.compile(r"<(?=[a-zA-Z/!?])")


def inert(text: str) -> str:
    """Markdown without images, links and tags: their words stay, and nothing in them can be followed."""
    if text.startswith(FENCE):
        return text
    text = _REFERENCE.sub("", _IMAGE.sub(lambda image: image[1] or "", text))
    text = _LINK.sub(lambda link: link[1] if link[1] == link[2] else f"{link[1]} ({link[2]})", text)
    text = text.replace("](", "] (")  # whatever is nested too deep to be read as a link
    text = re.sub(r"<(https?://[^>\s]*)>", r"\1", text)
    text = _ADDRESS.sub(r"`\1`", text)
    return _TAG.sub("‹", text)
