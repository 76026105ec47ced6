"""The findings of a study as data: seats, agents, endings, lines, progress and traits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from math import ceil
from statistics import fmean, median
from typing import Any

import numpy as np
from scipy import stats

from kontor.arena.ratings import interval
from kontor.study.balance.frame import Array, Frame
from kontor.study.balance.regression import WithinGameRegression, adjusted_p_values, centred, mean_slope
from kontor.study.number_format import stable

Finding = dict[str, Any]

MIN_SEATS_PER_LEVEL = 20
MILESTONES = (0.25, 0.5, 0.75)


def findings(frame: Frame, agents: Sequence[str]) -> Finding:
    """Return everything that the games of a frame show."""
    return {
        "seats": seats(frame),
        "seat_test": equality_test(list(frame.wins.sum(axis=0)), [1.0] * frame.players),
        "agent_results": agent_results(frame, agents),
        "agent_test": agent_test(frame, agents),
        "endings": endings(frame),
        "margin": margin(frame),
        "lines": lines(frame),
        "progress": list(progress(frame)),
        "curves": list(curves(frame)),
        "traits": list(statistics(frame)),
    }


def share(wins: float, games: int) -> Finding:
    """Return a share of wins with its interval."""
    wins = stable(wins)
    return {
        "games": games,
        "wins": wins,
        "win_share": wins / max(games, 1),
        "interval": list(interval(wins, games)) if games else [0.0, 1.0],
    }


def equality_test(wins: list[float], seats: list[float]) -> Finding:
    """Return Pearson's test that wins are proportional to the numbers of seats."""
    expected = [sum(wins) * each / sum(seats) for each in seats]
    if len(wins) < 2 or not all(expected):
        return {"statistic": 0.0, "freedom": len(wins) - 1, "p": 1.0}
    statistic = sum((won - due) ** 2 / due for won, due in zip(wins, expected, strict=True))
    freedom = len(wins) - 1
    return {"statistic": float(statistic), "freedom": freedom, "p": float(stats.chi2.sf(statistic, freedom))}


def seats(frame: Frame) -> list[Finding]:
    """Return the win share of every place in turn order, and its points above the mean of the game."""
    above = centred(frame.scores)
    return [
        {
            "place": place + 1,
            **share(float(frame.wins[:, place].sum()), frame.games),
            "mean_score": float(frame.scores[:, place].mean()),
            "above": mean_slope(above[:, place]).json(),
        }
        for place in range(frame.players)
    ]


def agent_results(frame: Frame, agents: Sequence[str]) -> list[Finding]:
    """Return the win share of every agent, and its points above the mean of the game."""
    above = centred(frame.scores)
    found = []
    for name in dict.fromkeys(agents):
        own = frame.played_by(name)
        if not own.any():
            continue
        games = own.sum(axis=1) > 0
        means = (above * own).sum(axis=1)[games] / own.sum(axis=1)[games]
        won = share(float((frame.wins * own).sum()), int(own.sum()))
        score = float((frame.scores * own).sum() / own.sum())
        found.append({"name": name, **won, "mean_score": score, "above": mean_slope(means).json()})
    return found


def agent_test(frame: Frame, agents: Sequence[str]) -> Finding:
    """Return the test that agents win in proportion to their numbers of seats."""
    own = [frame.played_by(name) for name in dict.fromkeys(agents)]
    return equality_test([float((frame.wins * each).sum()) for each in own], [float(each.sum()) for each in own])


def endings(frame: Frame) -> list[Finding]:
    """Return how often every ending occurred, after how many rounds, and with how many points for the winner."""
    counted = Counter(outcome.ended_by for outcome in frame.outcomes)
    found = []
    for ending, games in counted.most_common():
        own = [n for n, outcome in enumerate(frame.outcomes) if outcome.ended_by == ending]
        rounds = fmean(ceil(frame.outcomes[n].turns / frame.players) for n in own)
        best = fmean(float(frame.scores[n].max()) for n in own)
        part = {"games": games, "share": games / frame.games, "interval": list(interval(games, frame.games))}
        found.append({"ending": ending, **part, "rounds": rounds, "best_score": best})
    return found


def margin(frame: Frame) -> Finding:
    """Return by how many points the best seat leads the next one."""
    ranked = np.sort(frame.scores, axis=1)
    return mean_slope(ranked[:, -1] - ranked[:, -2]).json()


def winners_and_others(frame: Frame, values: Array) -> tuple[Array, Array]:
    """Return the means of winners and others in every game that not all seats won."""
    won = frame.wins > 0
    both = ~won.all(axis=1)
    won, values = won[both], values[both]
    return (values * won).sum(axis=1) / won.sum(axis=1), (values * ~won).sum(axis=1) / (~won).sum(axis=1)


def mean(values: Array) -> float:
    """Return the mean, or 0 without values."""
    return stable(values.mean()) if values.size else 0.0


def contrast(frame: Frame, values: Array) -> Finding:
    """Return the means of winners and others, and their difference within a game."""
    winners, others = winners_and_others(frame, values)
    return {
        "winners": mean(winners),
        "others": mean(others),
        "difference": mean_slope(winners - others).json(),
    }


def lines(frame: Frame) -> list[Finding]:
    """Return for every score line its mean, and that of winners and others."""
    found = []
    for name in frame.line_names:
        values = frame.line(name)
        found.append({"name": name, "mean": stable(values.mean()), **contrast(frame, values)})
    return found


def milestones(frame: Frame) -> list[int]:
    """Return the rounds after which progress is compared: the quarters of a game of median length."""
    typical = median(len(replayed.rounds) for replayed in frame.replayed_games)
    return sorted({max(1, round(typical * part)) for part in MILESTONES})


def progress(frame: Frame) -> Iterator[Finding]:
    """Yield the effect of more progress after some rounds, everything else of its kind being equal."""
    for after in milestones(frame):
        lasting = frame.lasting(after)
        regression = WithinGameRegression(lasting)
        for kind, names in frame.progress_names.items():
            values = [lasting.progress(kind, name, after) for name in names]
            points = regression.slopes(values, regression.points)
            wins = regression.slopes(values, regression.wins)
            rows = zip(names, values, points, wins, strict=True)
            yield {
                "kind": kind,
                "round": after,
                "games": lasting.games,
                "names": [
                    {
                        "name": name,
                        **contrast(lasting, value),
                        "points": point and point.json(),
                        "wins": win and win.json(),
                        "levels": levels(lasting, value),
                    }
                    for name, value, point, win in rows
                ],
            }


def levels(frame: Frame, values: Array) -> list[Finding]:
    """Return the win share at every level that enough seats have reached."""
    found = []
    for level in sorted(set(values.ravel())):
        at = values == level
        if at.sum() >= MIN_SEATS_PER_LEVEL:
            found.append({"level": int(level), **share(float((frame.wins * at).sum()), int(at.sum()))})
    return found


def curves(frame: Frame) -> Iterator[Finding]:
    """Yield the progress of winners and others after every round that half of the games reached."""
    last = int(median(len(replayed.rounds) for replayed in frame.replayed_games))
    by_round = [frame.lasting(after) for after in range(1, last + 1)]
    for kind, names in frame.progress_names.items():
        for name in names:
            pairs = [
                winners_and_others(lasting, lasting.progress(kind, name, after))
                for after, lasting in enumerate(by_round, 1)
            ]
            means = [[mean(side) for side in pair] for pair in pairs]
            yield {"kind": kind, "name": name, "winners": [w for w, _ in means], "others": [o for _, o in means]}


def statistics(frame: Frame) -> Iterator[Finding]:
    """Yield the effect of having or doing one more of something, kind by kind."""
    regression = WithinGameRegression(frame)
    for kind, names in frame.trait_names.items():
        if kind not in frame.progress_names:
            yield {"kind": kind, "names": trait_findings(frame, regression, kind, names)}


def trait_findings(frame: Frame, regression: WithinGameRegression, kind: str, names: list[str]) -> list[Finding]:
    """Return the traits of one kind, those with the largest effect on points first."""
    found = []
    for name in names:
        values = frame.trait(kind, name)
        (points,), (wins,) = (regression.slopes([values], each) for each in (regression.points, regression.wins))
        if points is not None and wins is not None:
            part = {"name": name, "share": float((values > 0).mean()), "mean": float(values.mean())}
            found.append({**part, **contrast(frame, values), "points": points.json(), "wins": wins.json()})
    for finding, q in zip(found, adjusted_p_values([each["points"]["p"] for each in found]), strict=True):
        finding["points"]["q"] = q
    return sorted(found, key=lambda each: -each["points"]["estimate"])
