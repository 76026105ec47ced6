"""Profiles and histories: who sees what, and what the numbers mean."""

from typing import Any

import pytest
from sqlalchemy import update

from kontor.server.store.models import AccountRow, DailyAnswerRow
from tests.server.live_server import Client, LiveServer
from tests.server.rating_games import HANSA, finish, rated_game, registered, rows_of, seat_both

pytestmark = pytest.mark.anyio


async def profile_of(reader: Client, account_id: str) -> Any:
    """Return a profile as a reader sees it."""
    return await reader.ask("GET", f"/api/people/{account_id}/profile")


async def games_of(reader: Client, account_id: str, **query: Any) -> Any:
    """Return a page of finished games as a reader sees them."""
    answer = await reader.http.get(f"/api/people/{account_id}/games", params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def set_private(server: LiveServer, account_id: str) -> None:
    """Let an account show others its name only."""
    async with server.node.database.writing() as session:
        await session.execute(update(AccountRow).where(AccountRow.id == account_id).values(private=True))


async def test_a_profile_counts_what_was_played(server: LiveServer) -> None:
    anneke, bertram = await registered(server, "Anneke"), await registered(server, "Bertram")
    tables = [await rated_game(server, anneke, bertram) for _ in range(2)]
    own = [(await rows_of(server, table_id))[0] for table_id in tables]
    async with server.node.database.writing() as session:
        facts = {"puzzle_id": "p", "answered_at": 0, "streak": 1}
        session.add(DailyAnswerRow(account_id=anneke.id, day=1, solved=True, **facts))
        session.add(DailyAnswerRow(account_id=anneke.id, day=2, solved=False, **facts))
    shown = await profile_of(bertram, anneke.id)
    assert (shown["person"]["name"], shown["yours"], shown["private"]) == ("Anneke", False, False)
    content = shown["content"]
    won = sum(row.place == 1 for row in own)
    totals = content["totals"]
    assert (totals["games"], totals["won"], totals["puzzles"]) == (2, won, 1)
    assert totals["mean_score"] == sum(row.score for row in own) / 2
    assert totals["by_players"] == [{"players": 2, "games": 2, "mean_place": sum(row.place for row in own) / 2}]
    assert content["boards"] == [{"game": "hansa", "board": None, "games": 2, "places": [won, 2 - won, 0, 0]}]
    assert sum(each["games"] for each in content["endings"]) == 2
    (rating,) = content["ratings"]
    assert (rating["game"], rating["games"], rating["provisional"], rating["top"]) == ("hansa", 2, True, None)
    assert (rating["curve"][0], rating["curve"][-1], len(rating["curve"])) == (1500, rating["points"], 3)
    assert [each["players"] for each in rating["by_players"]] == [2]
    (lines,) = content["lines"]
    assert lines["games"] == 2
    assert sum(line["share"] for line in lines["lines"]) == pytest.approx(1)


async def test_the_history_is_paged_and_filtered(server: LiveServer) -> None:
    clara, dietrich = await registered(server, "Clara"), await registered(server, "Dietrich")
    first = await rated_game(server, clara, dietrich)
    second = (await clara.open(HANSA, ["human", "medium"], rated=True))["id"]
    await finish(server, second)
    third = (await clara.open(HANSA, ["human", "human"]))["id"]
    await finish(server, third)
    page = await games_of(clara, clara.id, limit=2)
    assert [game["table_id"] for game in page["games"]] == [third, second]
    rest = await games_of(clara, clara.id, limit=2, after=page["next"])
    assert [game["table_id"] for game in rest["games"]] == [first]
    assert rest["next"] is None
    assert page["games"][0]["place"] is None, "one account had both seats"
    assert page["games"][1]["change"] != 0
    assert page["games"][1]["opponents"][0]["agent"] == "medium"
    assert rest["games"][0]["opponents"][0]["person"]["name"] == "Dietrich"
    against_people = await games_of(clara, clara.id, against="people")
    assert [game["table_id"] for game in against_people["games"]] == [first]
    against_computers = await games_of(clara, clara.id, against="computers")
    assert [game["table_id"] for game in against_computers["games"]] == [third, second]
    assert (await games_of(clara, clara.id, game="teutonica"))["games"] == []


async def test_changes_in_the_history_add_up_to_the_rating(server: LiveServer) -> None:
    hugo, iris = await registered(server, "Hugo"), await registered(server, "Iris")
    for _ in range(2):
        await rated_game(server, hugo, iris)
    changes = [game["change"] for game in (await games_of(hugo, hugo.id))["games"]]
    points = (await profile_of(hugo, hugo.id))["content"]["ratings"][0]["points"]
    assert 1500 + sum(changes) == points


async def test_games_at_private_tables_are_shown_to_those_who_may_watch(server: LiveServer) -> None:
    anneke, bertram = await server.sign_in("Anneke W"), await server.sign_in("Bertram W")
    stranger = await server.sign_in("Stranger W")
    tables = [await seat_both(anneke, bertram, public=public) for public in (False, True)]
    for table in tables:
        await finish(server, table["id"])
    hidden, public = (table["id"] for table in tables)
    for reader, shown in ((anneke, {hidden, public}), (bertram, {hidden, public}), (stranger, {public})):
        found = await games_of(reader, anneke.id)
        assert {game["table_id"] for game in found["games"]} == shown
    invitation = (await anneke.ask("POST", f"/api/tables/{hidden}/invitations", {}))["invitation"]
    await stranger.ask("POST", f"/api/tables/{hidden}/watchers", {"invitation": invitation})
    assert len((await games_of(stranger, anneke.id))["games"]) == 2


async def test_a_private_person_shows_others_the_name_only(server: LiveServer) -> None:
    anneke, bertram = await registered(server, "Anneke P"), await registered(server, "Bertram P")
    table_id = await rated_game(server, anneke, bertram, public=True)
    await set_private(server, anneke.id)
    shown = await profile_of(bertram, anneke.id)
    assert (shown["person"]["name"], shown["private"], shown["content"]) == ("Anneke P", True, None)
    assert (await bertram.send("GET", f"/api/people/{anneke.id}/games")).status_code == 403
    seats = (await bertram.ask("GET", f"/api/tables/{table_id}/ratings"))["seats"]
    assert (seats[0]["rating"], seats[0]["change"]) == (None, None)
    assert seats[1]["change"] is not None
    own = await profile_of(anneke, anneke.id)
    assert own["yours"]
    assert own["content"]["ratings"]
    assert (await anneke.ask("GET", f"/api/tables/{table_id}/ratings"))["seats"][0]["change"] is not None


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/people/nobody/profile", 404),
        ("/api/people/nobody/games", 404),
        ("/api/people/{id}/games?after=yesterday", 422),
        ("/api/people/{id}/games?limit=51", 422),
        ("/api/people/{id}/games?against=cats", 422),
        ("/api/people/{id}/games?game=Hansa!", 422),
    ],
)
async def test_bad_requests_are_refused(server: LiveServer, path: str, status: int) -> None:
    anneke = await server.sign_in("Anneke B")
    answer = await anneke.send("GET", path.replace("{id}", anneke.id))
    assert answer.status_code == status
    assert answer.json()["sentence"]


async def test_a_shared_database_answers_the_same_on_every_node(nodes: list[LiveServer]) -> None:
    first, second = nodes
    anneke, bertram = await registered(first, "Anneke"), await registered(first, "Bertram")
    for _ in range(2):
        await rated_game(first, anneke, bertram)
    elsewhere = second.same_account(anneke)
    profile = await profile_of(anneke, anneke.id)
    assert await profile_of(elsewhere, anneke.id) == profile
    assert profile["content"]["totals"]["games"] == 2
    page = await games_of(elsewhere, anneke.id, against="people", game="hansa", limit=1)
    rest = await games_of(elsewhere, anneke.id, against="people", game="hansa", limit=1, after=page["next"])
    changes = [game["change"] for game in [*page["games"], *rest["games"]]]
    assert 1500 + sum(changes) == profile["content"]["ratings"][0]["points"]
