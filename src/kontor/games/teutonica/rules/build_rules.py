"""Building of the steps and stages of a game from its rule set."""

from __future__ import annotations

from typing import Final

from kontor.games.teutonica.rules.modules.favours import add_favours
from kontor.games.teutonica.rules.modules.missions import add_mission_cards
from kontor.games.teutonica.rules.modules.neutral import add_neutral_player
from kontor.games.teutonica.rules.modules.pawn import add_pawn
from kontor.games.teutonica.rules.modules.promos import PlaceWithSurchargeStep, add_promo_markers
from kontor.games.teutonica.rules.rule_set import RuleSet
from kontor.games.teutonica.rules.steps.create import (
    CreateRouteStep,
    EndActionStage,
    PauseStage,
    PermanentMarkerStage,
    ReturnPiecesStage,
    RevealTakenMarkerStep,
    RewardStage,
    ScoreControlStage,
    TakeMarkerStage,
)
from kontor.games.teutonica.rules.steps.displace import DisplaceStep
from kontor.games.teutonica.rules.steps.income import IncomeStep
from kontor.games.teutonica.rules.steps.move import (
    LiftStep,
    PutStep,
    RemoveStep,
    StartMoveStep,
    StopLiftingStep,
    StopRemovingStep,
)
from kontor.games.teutonica.rules.steps.permanent_markers import (
    DevelopPrivilegeStep,
    GreenPostStep,
    PlaceTwoAbroadStep,
    PlaceTwoFromRouteStep,
)
from kontor.games.teutonica.rules.steps.place import PlaceStep
from kontor.games.teutonica.rules.steps.relocate import LiftExtraStep, PutExtraStep, RelocateStep, StopRelocatingStep
from kontor.games.teutonica.rules.steps.replacement_markers import (
    CARRY,
    DISCARD,
    END_GAME,
    KeepMarkersUnseenStage,
    MarkerPlacement,
    PlaceMarkersStage,
    PlaceMarkerStep,
    PlaceUnseenMarkerStep,
    RevealDrawnMarkersStage,
    RevealDrawnMarkerStep,
)
from kontor.games.teutonica.rules.steps.reward import (
    DevelopAbilityStep,
    EstablishExtraPostStep,
    EstablishPostStep,
    SkipRewardStep,
    TakeSpecialSpaceStep,
)
from kontor.games.teutonica.rules.steps.step import Stage, Step, StopStep
from kontor.games.teutonica.rules.steps.turn import EndTurnStep, NextTurnStage, StartMarkersStage, StartMarkerStep
from kontor.games.teutonica.rules.steps.use_marker import AnyMarkerStep, MarkerStep, marker_steps
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

OPTIONAL: Final = (
    GREEN_POST,
    PRIVILEGE_GIFT,
    TWO_OF_ROUTE,
    TWO_ABROAD,
)  # tasks of permanent markers, which may be skipped


@exported
def apply_modules(rules: RuleSet, modules: list[str]) -> RuleSet:
    """Apply the chosen modules to the rule set, in a fixed order."""
    if "emperors-favour" in modules:
        rules = add_favours(rules)
    if "mission-cards" in modules:
        rules = add_mission_cards(rules)
    if "two-player-pawn" in modules:
        rules = add_pawn(rules)
    if "promo-markers" in modules:
        rules = add_promo_markers(rules)
    if "two-player-neutral" in modules:
        rules = add_neutral_player(rules)
    return rules


@exported
def steps_of(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return every step with the task it answers."""
    return [
        *action_steps(rules),
        *sub_turn_steps(rules),
        *reward_steps(rules),
        *use_steps(rules),
        *replacement_steps(rules),
        *permanent_steps(rules),
        *rules.steps,
    ]


@exported
def action_steps(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return the steps of the five actions and of the end of the turn, and of lifting and putting pieces."""
    first, size, switches = rules.first, rules.size, rules.switches
    any_kind = switches["favour_income_kind"] == "any"
    return [
        (TURN, IncomeStep(first["income"], size["income"], switches["income"] == "exact", any_kind)),
        (TURN, PlaceStep(first["place"], size["place"], rules.placing_reach or rules.reach)),
        (TURN, PlaceWithSurchargeStep(first["place-blocked"], size["place-blocked"], rules.reach)),
        (TURN, DisplaceStep(first["displace"], size["displace"], rules.reach)),
        (TURN, StartMoveStep(first["lift"], size["lift"])),
        (TURN, CreateRouteStep(first["create"], size["create"], rules.reach)),
        (TURN, EndTurnStep(first["end-turn"], size["end-turn"])),
        (LIFTING, LiftStep(first["lift"], size["lift"])),
        (LIFTING, StopLiftingStep(first["stop"], size["stop"])),
        (PUTTING, PutStep(first["put"], size["put"], rules.piece_hook)),
        (REMOVAL, RemoveStep(first["remove"], size["remove"])),
        (REMOVAL, StopRemovingStep(first["stop"], size["stop"])),
    ]


@exported
def sub_turn_steps(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return the steps of a displaced player's relocation."""
    first, size, switches = rules.first, rules.size, rules.switches
    displaced_first = switches["displaced_order"] == "displaced-first"
    return [
        (RELOCATION, RelocateStep(first["relocate"], size["relocate"], displaced_first, rules.piece_hook)),
        (RELOCATION, LiftExtraStep(first["lift"], size["lift"], displaced_first)),
        (RELOCATION, StopRelocatingStep(first["stop"], size["stop"], switches["neutral_extra"] == "mandatory")),
        (EXTRA_PUT, PutExtraStep(first["put"], size["put"])),
    ]


@exported
def reward_steps(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return the steps of step 3 of Create."""
    first, size = rules.first, rules.size
    return [
        (REWARD, EstablishPostStep(first["reward-post"], size["reward-post"], rules.posts)),
        (REWARD, EstablishExtraPostStep(first["reward-extra"], size["reward-extra"], rules.posts)),
        (REWARD, DevelopAbilityStep(first["reward-ability"], size["reward-ability"])),
        (REWARD, TakeSpecialSpaceStep(first["reward-special"], size["reward-special"])),
        (REWARD, SkipRewardStep(first["reward-nothing"], size["reward-nothing"])),
        (REVEAL, RevealTakenMarkerStep(first["chance-marker"], size["chance-marker"])),
    ]


@exported
def use_steps(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return the steps that use markers between actions and, by switch, inside Create."""
    first, size, switches = rules.first, rules.size, rules.switches
    uses: list[MarkerStep] = [*marker_steps(first, size, switches), *rules.uses]
    first_use: int = first["use-exchange-posts"]
    using = AnyMarkerStep(first_use, first["permanent-post"] - first_use, uses)
    found: list[tuple[int, Step]] = [(TURN, using)]
    if switches["markers_mid_action"]:
        found += [(PAUSE, using), (PAUSE, StopStep(first["stop"], size["stop"]))]
    return found


@exported
def marker_placement(rules: RuleSet) -> MarkerPlacement:
    """Return how replacement markers are placed."""
    stuck = {"discard": DISCARD, "end-game": END_GAME}.get(rules.switches["marker_stuck"], CARRY)
    return MarkerPlacement(rules.conditions, stuck, rules.marker_hook)


@exported
def replacement_steps(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return the steps of start markers and replacement markers."""
    first, size, placement = rules.first, rules.size, marker_placement(rules)
    facing_down = rules.switches["marker_facing"] == "down"
    return [
        (START_MARKER, StartMarkerStep(first["chance-marker"], size["chance-marker"], rules.start)),
        (LOOK, RevealDrawnMarkerStep(first["chance-marker"], size["chance-marker"])),
        (MARKER_PLACING, PlaceMarkerStep(first["place-marker"], size["place-marker"], placement, facing_down)),
        (MARKER_PLACING, PlaceUnseenMarkerStep(first["place-marker-unseen"], size["place-marker-unseen"], placement)),
    ]


@exported
def permanent_steps(rules: RuleSet) -> list[tuple[int, Step]]:
    """Return the steps of permanent markers."""
    first, size = rules.first, rules.size
    return [
        (GREEN_POST, GreenPostStep(first["permanent-post"], size["permanent-post"], rules.posts)),
        (PRIVILEGE_GIFT, DevelopPrivilegeStep(first["permanent-ability"], size["permanent-ability"])),
        (
            TWO_OF_ROUTE,
            PlaceTwoFromRouteStep(first["relocate"], size["relocate"], rules.switches["place2_same_route"]),
        ),
        (TWO_ABROAD, PlaceTwoAbroadStep(first["relocate"], size["relocate"])),
        *[(task, StopStep(first["stop"], size["stop"])) for task in OPTIONAL],
    ]


@exported
def opening_stages(rules: RuleSet) -> list[Stage]:
    """Return the stages before the first turn. [HT-SET-3]"""
    return [StartMarkersStage(), *rules.opening]


@exported
def creation_stages(rules: RuleSet) -> list[Stage]:
    """Return the stages of Create, with pauses in which markers may be used, by switch. [HT-RTE-2, AMB-09]"""
    pause: list[Stage] = [PauseStage()] if rules.switches["markers_mid_action"] else []
    return [
        ScoreControlStage(),
        *pause,
        TakeMarkerStage(),
        *pause,
        RewardStage(),
        ReturnPiecesStage(),
        *pause,
        PermanentMarkerStage(),
        EndActionStage(),
    ]


@exported
def placing_stages(rules: RuleSet) -> list[Stage]:
    """Return the stages that reveal (unless face down) and place replacement markers. [HT-RPL-2, HT-RPL-5]"""
    facing_down = rules.switches["marker_facing"] == "down"
    looking: Stage = KeepMarkersUnseenStage() if facing_down else RevealDrawnMarkersStage()
    return [looking, PlaceMarkersStage(marker_placement(rules))]


@exported
def closing_stages(rules: RuleSet) -> list[Stage]:
    """Return the stages at the end of a turn. [HT-TRN-6]"""
    return [*placing_stages(rules), NextTurnStage()]
