"""Composing a game's steps and stages from its rules."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.modules.favours import favours
from kontor.games.teutonica.rules.modules.missions import missions
from kontor.games.teutonica.rules.modules.neutral import neutral
from kontor.games.teutonica.rules.modules.pawn import pawn
from kontor.games.teutonica.rules.modules.promos import BlockedPlacing, promos
from kontor.games.teutonica.rules.pieces import ACTIONS_3, ACTIONS_4, DEVELOP_ABILITY, MARKER_VALUES, MOVE_3, REMOVE_3
from kontor.games.teutonica.rules.rule_set import Rules
from kontor.games.teutonica.rules.steps.creating import (
    AskingReward,
    ClosingAction,
    Creating,
    OfferingPermanent,
    Pausing,
    ReturningPieces,
    Revealing,
    ScoringControl,
    TakingMarker,
)
from kontor.games.teutonica.rules.steps.displacing import Displacing
from kontor.games.teutonica.rules.steps.income import TakingIncome
from kontor.games.teutonica.rules.steps.moving import (
    Lifting,
    Moving,
    Putting,
    Removing,
    StoppingLifts,
    StoppingRemovals,
)
from kontor.games.teutonica.rules.steps.permanents import (
    DevelopingPrivilege,
    PlacingTwoAbroad,
    PlacingTwoOfRoute,
    PuttingGreenPost,
)
from kontor.games.teutonica.rules.steps.placing import Placing
from kontor.games.teutonica.rules.steps.relocating import LiftingExtra, PuttingExtra, Relocating, StoppingSubTurn
from kontor.games.teutonica.rules.steps.replacing import (
    CARRY,
    DISCARD,
    END_GAME,
    AskingForPlates,
    LeavingPlateUnseen,
    Looking,
    LookingAtPlate,
    PlacingMarker,
    PlacingUnseenMarker,
    Plates,
)
from kontor.games.teutonica.rules.steps.rewarding import (
    DevelopingByRoute,
    EstablishingExtraPost,
    EstablishingPost,
    TakingNothing,
    TakingSpecial,
)
from kontor.games.teutonica.rules.steps.step import Stage, Step, Stopping
from kontor.games.teutonica.rules.steps.turning import EndingTurn, LayingStartMarker, LayingStartMarkers, Passing
from kontor.games.teutonica.rules.steps.using import (
    DevelopingByMarker,
    Exchanging,
    GainingActions,
    UsingMarkers,
    UsingMoveThree,
    UsingRemoveThree,
)
from kontor.games.teutonica.rules.tasks import (
    EXTRA_PUT,
    GREEN_POST,
    LIFTING,
    LOOK,
    MARKER_PLACING,
    PAUSE,
    PRIVILEGE_GIFT,
    PUTTING,
    RELOCATION,
    REMOVAL,
    REVEAL,
    REWARD,
    START_MARKER,
    TURN,
    TWO_ABROAD,
    TWO_OF_ROUTE,
)
from kontor.kernel.runtime.dialect import exported

OPTIONAL: Final = (GREEN_POST, PRIVILEGE_GIFT, TWO_OF_ROUTE, TWO_ABROAD)  # gifts that may be left out


@exported
def fold_modules(rules: Rules, modules: list[str]) -> Rules:
    """Let the chosen modules change the rules, in a fixed order."""
    if "emperors-favour" in modules:
        rules = favours(rules)
    if "mission-cards" in modules:
        rules = missions(rules)
    if "two-player-pawn" in modules:
        rules = pawn(rules)
    if "promo-markers" in modules:
        rules = promos(rules)
    if "two-player-neutral" in modules:
        rules = neutral(rules)
    return rules


@exported
def steps_of(rules: Rules) -> list[tuple[int, Step]]:
    """Every step with the task it answers."""
    return [
        *action_steps(rules),
        *sub_turn_steps(rules),
        *reward_steps(rules),
        *use_steps(rules),
        *plate_steps(rules),
        *permanent_steps(rules),
        *rules.steps,
    ]


@exported
def action_steps(rules: Rules) -> list[tuple[int, Step]]:
    """The five actions, the end of the turn and what Move and the markers that lift go on with."""
    first, size, switches = rules.first, rules.size, rules.switches
    any_kind = switches["favour_income_kind"] == "any"
    return [
        (TURN, TakingIncome(first["income"], size["income"], switches["income"] == "exact", any_kind)),
        (TURN, Placing(first["place"], size["place"], rules.placing_reach or rules.reach)),
        (TURN, BlockedPlacing(first["place-blocked"], size["place-blocked"], rules.reach)),
        (TURN, Displacing(first["displace"], size["displace"], rules.reach)),
        (TURN, Moving(first["lift"], size["lift"])),
        (TURN, Creating(first["create"], size["create"], rules.reach)),
        (TURN, EndingTurn(first["end-turn"], size["end-turn"])),
        (LIFTING, Lifting(first["lift"], size["lift"])),
        (LIFTING, StoppingLifts(first["stop"], size["stop"])),
        (PUTTING, Putting(first["put"], size["put"], rules.arrivals)),
        (REMOVAL, Removing(first["remove"], size["remove"])),
        (REMOVAL, StoppingRemovals(first["stop"], size["stop"])),
    ]


@exported
def sub_turn_steps(rules: Rules) -> list[tuple[int, Step]]:
    """What a displaced player may do."""
    first, size, switches = rules.first, rules.size, rules.switches
    displaced_first = switches["displaced_order"] == "displaced-first"
    return [
        (RELOCATION, Relocating(first["relocate"], size["relocate"], displaced_first, rules.arrivals)),
        (RELOCATION, LiftingExtra(first["lift"], size["lift"], displaced_first)),
        (RELOCATION, StoppingSubTurn(first["stop"], size["stop"], switches["neutral_extra"] == "mandatory")),
        (EXTRA_PUT, PuttingExtra(first["put"], size["put"])),
    ]


@exported
def reward_steps(rules: Rules) -> list[tuple[int, Step]]:
    """The rewards of step 3."""
    first, size = rules.first, rules.size
    return [
        (REWARD, EstablishingPost(first["reward-post"], size["reward-post"], rules.posts)),
        (REWARD, EstablishingExtraPost(first["reward-extra"], size["reward-extra"], rules.posts)),
        (REWARD, DevelopingByRoute(first["reward-ability"], size["reward-ability"])),
        (REWARD, TakingSpecial(first["reward-special"], size["reward-special"])),
        (REWARD, TakingNothing(first["reward-nothing"], size["reward-nothing"])),
        (REVEAL, Revealing(first["chance-marker"], size["chance-marker"])),
    ]


@exported
def use_steps(rules: Rules) -> list[tuple[int, Step]]:
    """The uses of markers between actions and, by switch, inside Create."""
    first, size, switches = rules.first, rules.size, rules.switches
    uses: list[Step] = [
        Exchanging(first["use-exchange"], size["use-exchange"], switches["exchange_needs_own"]),
        DevelopingByMarker(first["use-develop"], size["use-develop"], DEVELOP_ABILITY),
        GainingActions(first["use-actions-3"], size["use-actions-3"], ACTIONS_3, MARKER_VALUES[ACTIONS_3]),
        GainingActions(first["use-actions-4"], size["use-actions-4"], ACTIONS_4, MARKER_VALUES[ACTIONS_4]),
        *three_steps(rules),
        *rules.uses,
    ]
    using = UsingMarkers(first["use-exchange"], first["permanent-post"] - first["use-exchange"], uses)
    found: list[tuple[int, Step]] = [(TURN, using)]
    if switches["markers_mid_action"]:
        found += [(PAUSE, using), (PAUSE, Stopping(first["stop"], size["stop"]))]
    return found


@exported
def three_steps(rules: Rules) -> list[Step]:
    """The "three pieces" markers in the effect the switch gives them. [ED-04, AMB-17]"""
    first, size = rules.first, rules.size
    remove, move = first["use-remove-3"], first["use-move-3"]
    if rules.switches["three_marker"] == "move":
        return [
            UsingMoveThree(remove, size["use-remove-3"], REMOVE_3),
            UsingMoveThree(move, size["use-move-3"], MOVE_3),
        ]
    return [
        UsingRemoveThree(remove, size["use-remove-3"], REMOVE_3),
        UsingRemoveThree(move, size["use-move-3"], MOVE_3),
    ]


@exported
def plates_of(rules: Rules) -> Plates:
    """The way replacement markers are placed."""
    stuck = {"discard": DISCARD, "end-game": END_GAME}.get(rules.switches["marker_stuck"], CARRY)
    return Plates(rules.conditions, stuck, rules.landing)


@exported
def plate_steps(rules: Rules) -> list[tuple[int, Step]]:
    """Start markers and replacement markers."""
    first, size, plates = rules.first, rules.size, plates_of(rules)
    facing_down = rules.switches["marker_facing"] == "down"
    return [
        (START_MARKER, LayingStartMarker(first["chance-marker"], size["chance-marker"], rules.start)),
        (LOOK, Looking(first["chance-marker"], size["chance-marker"])),
        (MARKER_PLACING, PlacingMarker(first["place-marker"], size["place-marker"], plates, facing_down)),
        (MARKER_PLACING, PlacingUnseenMarker(first["place-marker-unseen"], size["place-marker-unseen"], plates)),
    ]


@exported
def permanent_steps(rules: Rules) -> list[tuple[int, Step]]:
    """The uses of permanent markers."""
    first, size = rules.first, rules.size
    return [
        (GREEN_POST, PuttingGreenPost(first["permanent-post"], size["permanent-post"], rules.posts)),
        (PRIVILEGE_GIFT, DevelopingPrivilege(first["permanent-ability"], size["permanent-ability"])),
        (TWO_OF_ROUTE, PlacingTwoOfRoute(first["relocate"], size["relocate"], rules.switches["place2_same_route"])),
        (TWO_ABROAD, PlacingTwoAbroad(first["relocate"], size["relocate"])),
        *[(task, Stopping(first["stop"], size["stop"])) for task in OPTIONAL],
    ]


@exported
def opening_stages(rules: Rules) -> list[Stage]:
    """What happens before the first turn. [HT-SET-3]"""
    return [LayingStartMarkers(), *rules.opening]


@exported
def creation_stages(rules: Rules) -> list[Stage]:
    """The steps of Create, with pauses for markers by switch. [HT-RTE-2, AMB-09]"""
    pause: list[Stage] = [Pausing()] if rules.switches["markers_mid_action"] else []
    return [
        ScoringControl(),
        *pause,
        TakingMarker(),
        *pause,
        AskingReward(),
        ReturningPieces(),
        *pause,
        OfferingPermanent(),
        ClosingAction(),
    ]


@exported
def placing_stages(rules: Rules) -> list[Stage]:
    """Looking at the plate, or not, and placing what lies on it. [HT-RPL-2, HT-RPL-5]"""
    facing_down = rules.switches["marker_facing"] == "down"
    looking: Stage = LeavingPlateUnseen() if facing_down else LookingAtPlate()
    return [looking, AskingForPlates(plates_of(rules))]


@exported
def closing_stages(rules: Rules) -> list[Stage]:
    """The end of a turn. [HT-TRN-6]"""
    return [*placing_stages(rules), Passing()]
