"""On the way to another site, nobody's words go along but ours."""

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.other_site import PATHS, OtherSite, come_back, leave_for

pytestmark = pytest.mark.django_db

SITES = list(PATHS)
STRANGERS_WORDS = {
    "auth_params": "client_id=EVIL&redirect_uri=https://evil.example/&prompt=none",
    "scope": "everything,publish",
    "action": "reauthenticate",
}


def page_of(site: str) -> str:
    return f"{PATHS[site]}/login/"


def leave_by(browser: Client, site: str, *, where: str) -> dict[str, str]:
    """Press the button with a stranger's words in the address or in the form."""
    if where == "address":
        return leave_for(browser, site, **STRANGERS_WORDS)
    return leave_for(browser, site, body=STRANGERS_WORDS)


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("where", ["address", "form"])
def test_words_of_a_stranger_do_not_go_along(
    client: Client, other_site: OtherSite, site: str, where: str
) -> None:
    mine, theirs = leave_for(client, site), leave_by(client, site, where=where)
    for told in (mine, theirs):
        for name in ("state", "code_challenge"):
            told.pop(name, None)
    assert theirs == mine


@pytest.mark.parametrize("site", SITES)
def test_page_by_get_posts_what_it_shows_and_no_more(
    client: Client, other_site: OtherSite, site: str
) -> None:
    query = {**STRANGERS_WORDS, "process": "connect", "next": "/rules/"}
    page = client.get(page_of(site), query).content.decode()
    assert f'action="{page_of(site)}"' in page
    assert 'name="process" value="connect"' in page
    assert 'name="next" value="/rules/"' in page
    assert "EVIL" not in page
    assert "everything" not in page


def test_page_by_get_keeps_no_way_to_elsewhere(client: Client, other_site: OtherSite) -> None:
    page = client.get(page_of("google"), {"next": "https://evil.example/", "process": "<b>"})
    assert b"evil.example" not in page.content
    assert b'name="process" value="login"' in page.content


@pytest.mark.parametrize("site", SITES)
def test_form_of_the_page_leads_to_what_was_meant(
    client: Client, other_site: OtherSite, member: User, site: str
) -> None:
    member.socialaccount_set.create(  # type: ignore[attr-defined]  # the library is not typed
        provider=site, uid="subject-1"
    )
    told = leave_for(client, site, body={"process": "login", "next": "/rules/"})
    assert come_back(client, site, told).url == "/rules/"


@pytest.mark.parametrize("site", SITES)
def test_head_goes_nowhere(client: Client, other_site: OtherSite, site: str) -> None:
    assert client.head(page_of(site)).status_code == 200
    assert not client.session.get("socialaccount_states")


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("method", ["put", "options", "delete", "patch"])
def test_strange_method_goes_nowhere(
    client: Client, other_site: OtherSite, site: str, method: str
) -> None:
    assert getattr(client, method)(page_of(site)).status_code == 405


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("method", ["head", "post", "options"])
def test_only_a_page_that_is_opened_signs_in(
    client: Client, other_site: OtherSite, member: User, site: str, method: str
) -> None:
    member.socialaccount_set.create(  # type: ignore[attr-defined]  # as above
        provider=site, uid="subject-1"
    )
    told = leave_for(client, site)
    path = f"{PATHS[site]}/login/callback/?code=a-code&state={told['state']}"
    assert getattr(client, method)(path).status_code == 405
    assert client.get(reverse("accounts:settings")).status_code == 302
