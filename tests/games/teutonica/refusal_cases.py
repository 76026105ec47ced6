"""Cases of refused moves on every board and module: the rule that forbids the move, and its facts."""

from dataclasses import dataclass, field
from typing import Any

Json = dict[str, Any]

HANSE: Json = {"players": 4}
EAST: Json = {"players": 5, "board": "east-3-5"}
BRITANNIA: Json = {"players": 4, "board": "britannia-4-5"}
PAWN: Json = {"players": 2, "edition": "first"}
FAVOURS: Json = {"players": 4, "modules": ["emperors-favour"]}
PROMOS: Json = {"players": 4, "modules": ["promo-markers"]}
OLD: Json = {"players": 4, "edition": "second"}


@dataclass(frozen=True)
class RefusalCase:
    """A refused move: setup, position, the moves before it, the rule and the facts."""

    setup: Json
    position: Json
    move: str
    rule: str
    facts: Json
    after: list[str] = field(default_factory=list)


def on(route: str, size: int, piece: tuple[int | str, str] = (0, "t")) -> Json:
    """Return the spaces of a route filled with equal pieces."""
    return {f"{route}.{n + 1}": list(piece) for n in range(size)}


DUISBURG_RAID: Json = {"spaces": {"dortmund--duisburg.1": [1, "t"]}}
RAID = ["displace dortmund--duisburg.1 t 0"]
BREMEN: Json = {"spaces": on("bremen--hannover", 3)}
LUBECK: Json = {"spaces": on("hamburg--lubeck", 3)}

ACTIONS = [
    RefusalCase(HANSE, {"actions": 0}, "place bremen--minden.1 t", "HT-TRN-3", {"actions": 0}),
    RefusalCase(HANSE, {"actions": 0}, "create bremen--minden", "HT-TRN-3", {"actions": 0}),
    RefusalCase(HANSE, {"stock": {"0": [0, 0]}}, "income 1 0", "HT-INC-1", {"stock": 0}),
    RefusalCase(HANSE, {}, "income 4 0", "HT-INC-2", {"asked": 4, "least": 1, "most": 3}),
    RefusalCase(HANSE, {}, "income 0 1", "HT-INC-3", {"kind": "m", "needed": 1, "stock": 0}),
    RefusalCase(HANSE, {"supply": {"0": [0, 1]}}, "place bremen--minden.1 t", "HT-PLC-1", {"kind": "t", "supply": 0}),
    RefusalCase(
        HANSE,
        {"spaces": {"bremen--minden.1": [1, "t"]}},
        "place bremen--minden.1 t",
        "HT-PLC-1",
        {"space": "bremen--minden.1", "owner": 1},
    ),
    RefusalCase(EAST, {}, "place danzig--malmo.4 t", "HT-PLC-2", {"space": "danzig--malmo.4", "kind": "t"}),
    RefusalCase(BRITANNIA, {}, "place cardiff--pembroke.1 t", "HT-BRI-5", {"country": "wales"}),
    RefusalCase(
        PROMOS,
        {"attached": {"bremen--minden": [[1, "block"]]}, "supply": {"0": [1, 0]}},
        "place bremen--minden.1 t 0",
        "HT-PRO-4",
        {"needed": 2, "supply": 1},
    ),
    RefusalCase(
        HANSE,
        {},
        "displace bremen--minden.1 t 0",
        "HT-DSP-1",
        {"space": "bremen--minden.1", "owner": None},
    ),
    RefusalCase(
        HANSE,
        {"spaces": {"bremen--minden.1": [0, "t"]}},
        "displace bremen--minden.1 t 0",
        "HT-DSP-1",
        {"space": "bremen--minden.1", "owner": 0},
    ),
    RefusalCase(
        HANSE,
        {"spaces": {"bremen--minden.1": [1, "m"]}, "supply": {"0": [2, 0]}},
        "displace bremen--minden.1 t 0",
        "HT-DSP-2",
        {"needed": 3, "supply": 2},
    ),
    RefusalCase(HANSE, {}, "lift bremen--minden.1", "HT-MOV-5", {"pieces": 0}),
    RefusalCase(
        HANSE,
        {"spaces": {"bremen--minden.1": [0, "t"], "bremen--minden.2": [1, "t"]}},
        "lift bremen--minden.2",
        "HT-MOV-2",
        {"space": "bremen--minden.2", "owner": 1},
    ),
    RefusalCase(
        HANSE,
        {"spaces": {"bremen--minden.1": [0, "t"]}},
        "create bremen--minden",
        "HT-RTE-1",
        {"route": "bremen--minden", "own": 1, "spaces": 3},
    ),
    RefusalCase(
        BRITANNIA,
        {"spaces": {"cardiff--pembroke.1": [0, "t"]}},
        "put carlisle--falkirk.1",
        "HT-BRI-9",
        {"from": "wales", "country": "scotland"},
        ["lift cardiff--pembroke.1"],
    ),
    RefusalCase(
        BRITANNIA,
        {"spaces": {"cardiff--pembroke.1": [1, "t"]}, "unused_markers": {"0": ["move-3"]}},
        "put cardiff--oxford.1",
        "HT-BRI-10",
        {"from": "wales", "country": "england"},
        ["use move-3", "lift cardiff--pembroke.1"],
    ),
]

SUB_TURNS = [
    RefusalCase(HANSE, DUISBURG_RAID, "end-turn", "HT-TRN-3", {"due": "relocation", "seat": 1}, RAID),
    RefusalCase(HANSE, DUISBURG_RAID, "stop", "HT-DSP-5", {"in_hand": "t"}, RAID),
    RefusalCase(HANSE, DUISBURG_RAID, "relocate minden--paderborn.1 t", "HT-DSP-8", {"ring": 2, "nearest": 1}, RAID),
    RefusalCase(
        HANSE,
        DUISBURG_RAID,
        "relocate dortmund--duisburg.2 t",
        "HT-DSP-9",
        {"route": "dortmund--duisburg"},
        RAID,
    ),
    RefusalCase(
        HANSE,
        DUISBURG_RAID,
        "relocate arnheim--duisburg.1 m",
        "HT-DSP-6",
        {"kind": "m", "source": "stock"},
        RAID,
    ),
    RefusalCase(HANSE, DUISBURG_RAID, "lift dortmund--duisburg.1", "HT-DSP-6", {"source": "stock"}, RAID),
    RefusalCase(
        BRITANNIA,
        {"spaces": {"cardiff--oxford.1": [1, "t"]}},
        "relocate cardiff--pembroke.1 t",
        "HT-BRI-8",
        {"from": "england", "country": "wales"},
        ["displace cardiff--oxford.1 t 0"],
    ),
    RefusalCase(
        OLD,
        {"spaces": {"bremen--minden.1": [1, "t"]}, "unused_markers": {"0": ["remove-3"]}},
        "stop",
        "HT-BMK-15",
        {"least": 1},
        ["use remove-3"],
    ),
]

REWARDS = [
    RefusalCase(
        HANSE,
        {"spaces": on("brunswiek--minden", 4)},
        "reward post brunswiek",
        "HT-PST-4",
        {"needed": "orange", "privilege": "white"},
        ["create brunswiek--minden"],
    ),
    RefusalCase(
        HANSE,
        BREMEN,
        "reward post bremen",
        "HT-PST-3",
        {"kind": "m", "on_route": 0},
        ["create bremen--hannover"],
    ),
    RefusalCase(
        HANSE,
        {"spaces": on("dortmund--duisburg", 2), "posts": {"duisburg": [[1, "t"]]}},
        "reward post duisburg",
        "HT-CMC-2",
        {"city": "duisburg"},
        ["create dortmund--duisburg"],
    ),
    RefusalCase(
        HANSE,
        BREMEN,
        "reward post minden",
        "HT-PST-1",
        {"city": "minden", "route": "bremen--hannover"},
        ["create bremen--hannover"],
    ),
    RefusalCase(
        EAST,
        {"spaces": on("belgard--kulm", 3)},
        "reward post belgard",
        "HT-EAS-4",
        {"city": "belgard"},
        ["create belgard--kulm"],
    ),
    RefusalCase(
        HANSE,
        BREMEN,
        "reward extra_post bremen t",
        "HT-BMK-1",
        {"marker": "additional-post", "unused": 0},
        ["create bremen--hannover"],
    ),
    RefusalCase(
        HANSE,
        {
            "spaces": on("bremen--hannover", 3),
            "posts": {"bremen": [[1, "m"], None]},
            "markers_on_routes": {"bremen--hannover": "additional-post"},
        },
        "reward extra_post bremen t",
        "HT-BMK-1",
        {"marker": "additional-post", "unused": 1, "taken_now": True},
        ["create bremen--hannover"],
    ),
    RefusalCase(
        HANSE,
        BREMEN | {"unused_markers": {"0": ["additional-post"]}},
        "reward extra_post bremen t",
        "HT-PST-8",
        {"city": "bremen", "posts": 0},
        ["create bremen--hannover"],
    ),
    RefusalCase(
        HANSE,
        LUBECK,
        "reward ability keys",
        "HT-STP-1",
        {"ability": "keys", "shown": ["bank"]},
        ["create hamburg--lubeck"],
    ),
    RefusalCase(
        HANSE,
        LUBECK | {"abilities": {"0": {"bank": 3}}},
        "reward ability bank",
        "HT-ABL-2",
        {"ability": "bank", "level": 3},
        ["create hamburg--lubeck"],
    ),
    RefusalCase(
        HANSE,
        {"spaces": on("coellen--warburg", 4)},
        "reward special 7",
        "HT-STP-3",
        {"kind": "m", "on_route": 0},
        ["create coellen--warburg"],
    ),
    RefusalCase(
        HANSE,
        {"spaces": on("coellen--warburg", 4) | {"coellen--warburg.1": [0, "m"]}},
        "reward special 8",
        "HT-STP-3",
        {"needed": "orange", "privilege": "white"},
        ["create coellen--warburg"],
    ),
]

PLATE: Json = {"plate": {"0": ["actions-3"]}}
MARKERS = [
    RefusalCase(HANSE, {}, "use actions-3", "HT-BMK-1", {"marker": "actions-3", "unused": 0}),
    RefusalCase(
        HANSE,
        {"unused_markers": {"0": ["move-3"]}, "spaces": {"bremen--minden.1": [0, "t"]}},
        "use move-3",
        "HT-BMK-3",
        {"marker": "move-3", "pieces": 0},
    ),
    RefusalCase(
        HANSE,
        {"unused_markers": {"0": ["develop-ability"]}, "abilities": {"0": {"bank": 3}}},
        "use develop-ability bank",
        "HT-ABL-2",
        {"ability": "bank", "level": 3},
    ),
    RefusalCase(
        HANSE,
        {"unused_markers": {"0": ["exchange-posts"]}, "posts": {"minden": [[1, "t"], [2, "t"], None, None]}},
        "use exchange-posts minden 0",
        "HT-BMK-11",
        {"city": "minden", "left": 0, "owners": [1, 2]},
    ),
    RefusalCase(
        FAVOURS,
        {"unused_markers": {"0": ["actions-3"]}, "given_up": True, "begun": True, "actions": 0},
        "use actions-3",
        "HT-FAV-2",
        {"given_up": True},
    ),
    RefusalCase(
        HANSE,
        PLATE,
        "place-marker bremen--osnabruck actions-3",
        "HT-RPL-2",
        {"clause": "a", "route": "bremen--osnabruck", "marked": True},
        ["end-turn"],
    ),
    RefusalCase(
        HANSE,
        PLATE | {"spaces": {"bremen--minden.1": [1, "t"]}},
        "place-marker bremen--minden actions-3",
        "HT-RPL-2",
        {"clause": "b", "route": "bremen--minden", "pieces": 1},
        ["end-turn"],
    ),
    RefusalCase(
        HANSE,
        PLATE | {"posts": {"duisburg": [[1, "t"]], "dortmund": [[1, "m"], [1, "t"], [1, "t"]]}},
        "place-marker dortmund--duisburg actions-3",
        "HT-RPL-2",
        {"clause": "c", "route": "dortmund--duisburg"},
        ["end-turn"],
    ),
    RefusalCase(
        BRITANNIA,
        PLATE,
        "place-marker cardiff--pembroke actions-3",
        "HT-RPL-2",
        {"clause": "d", "route": "cardiff--pembroke", "country": "wales"},
        ["end-turn"],
    ),
    RefusalCase(
        HANSE,
        PLATE,
        "place-marker bremen--minden actions-4",
        "HT-RPL-2",
        {"marker": "actions-4", "plate": 0},
        ["end-turn"],
    ),
]

MODULES = [
    RefusalCase(
        FAVOURS,
        {
            "favour_display": ["income-share"],
            "unused_markers": {"0": ["actions-3", "actions-4"]},
            "begun": True,
        },
        "buy-favour income-share actions-3,actions-4",
        "HT-FAV-2",
        {"begun": True},
    ),
    RefusalCase(
        FAVOURS,
        {"favour_display": ["income-share"], "unused_markers": {"0": ["actions-3"]}},
        "buy-favour income-share actions-3,actions-4",
        "HT-FAV-2",
        {"marker": "actions-4", "needed": 1, "unused": 0},
    ),
    RefusalCase(HANSE, {}, "attach bremen--minden", "HT-SET-1", {"module": "promo-markers"}),
    RefusalCase(
        PAWN,
        {"pawn": "in-1"},
        "place bremen--minden.1 t",
        "HT-P2P-6",
        {"province": "in-1", "route": "bremen--minden"},
    ),
    RefusalCase(PAWN, {"pawn": "in-1"}, "pawn in-1 yes", "HT-P2P-5", {"pawn": "in-1"}),
    RefusalCase(PAWN, {"pawn": "in-1", "pawn_moved": "before"}, "pawn in-2 no", "HT-P2P-4", {"pawn_moved": "before"}),
    RefusalCase(HANSE, {}, "chance exchange-posts", "HT-RNG-1", {"due": "turn", "seat": 0}),
]

REFUSED = [*ACTIONS, *SUB_TURNS, *REWARDS, *MARKERS, *MODULES]
