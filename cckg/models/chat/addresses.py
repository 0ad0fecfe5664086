"""The addresses of chat servers: how one is shown, and which models the server there names."""

import http.client
import json
import re
import urllib.request


def shown(url: str) -> str:
    """Return an address without what may be secret in it: a user's name, a password, what follows a question mark.

    >>> shown("http://ann:secret@localhost:8080/v1?key=1")
    'http://localhost:8080/v1'
    """
    scheme, mark, rest = url.rpartition("://")
    host, slash, path = re.split(r"[?#]", rest)[0].partition("/")
    return f"{scheme}{mark}{host.rpartition('@')[2]}{slash}{path}"


def served_models(url: str, *, key: str) -> list[str]:
    """Return the models that a server with OpenAI's protocol names; none if it does not say within a moment, or is not understood."""
    try:
        request = urllib.request.Request(f"{url.rstrip('/')}/models", headers={"Authorization": f"Bearer {key}"})  # noqa: S310 - as configured
        with urllib.request.urlopen(request, timeout=_MOMENT) as reply:  # noqa: S310
            return [str(model["id"]) for model in json.load(reply)["data"]]
    except (OSError, ValueError, LookupError, TypeError, http.client.HTTPException):
        return []


# Private

_MOMENT = 2.0  # seconds
