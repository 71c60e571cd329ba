"""The settings of the model: what is secret in an address is shown nowhere, whatever it looks like."""

import pytest

from agent.errors import WrongUse
from agent.settings import of_table, without_password


@pytest.mark.parametrize("who", ["", "me@", "me:pass@", "me:pa@ss@", "me:pass%2Fword@", ":pass@"])
@pytest.mark.parametrize(
    "where", ["http://host/v1", "https://host:80/a@b", "http://host", "host:80/v1", "//host?c=a@b"]
)
def test_an_address_is_shown_without_who_may_come_in(who: str, where: str) -> None:
    scheme, slashes, rest = where.rpartition("//") if "//" in where else ("", "", where)
    assert without_password(f"{scheme}{slashes}{who}{rest}") == where


@pytest.mark.parametrize("address", ["me:s3cret@host/v1", "http://me:s3c/ret@host/v1", "ftp://me:s3@cret@host"])
def test_an_address_that_is_none_is_named_without_its_password(address: str) -> None:
    with pytest.raises(WrongUse) as refused:
        of_table({"base_url": address}, {})
    assert "s3c" not in str(refused.value) + refused.value.to and "cret" not in refused.value.to
    assert '"host' in refused.value.to
