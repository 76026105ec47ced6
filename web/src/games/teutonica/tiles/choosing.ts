/** How the moves of Hansa Teutonica are chosen where they are made. */

import type { Choosing, ExpectedMove, Move, Scene, SpotId } from "../../../board/painter";
import type { Translator } from "../../../messages/translator";
import { Describer } from "../describe";
import { boardOf, citiesOf, positionOf, type RouteData } from "../types";
import { dotsOf } from "./consequences";
import Ghost from "./Ghost.svelte";
import Note from "./Note.svelte";
import RewardCard from "./RewardCard.svelte";

const REWARDS = ["post", "extra_post", "ability", "special", "nothing"];

/** Rewards in the order of their cards; traders before merchants, fees in traders first, more income first. */
function rank(move: Move): number {
  if (move.do === "reward") return REWARDS.findIndex((field) => field in move) + (move.kind === "m" ? 0.5 : 0);
  if (move.do === "income") return -100 * (Number(move.traders) + Number(move.merchants)) + Number(move.merchants);
  return (move.kind === "m" ? 100 : 0) + Number(move.fee_merchants ?? 0) + (move.paid === true ? 1 : 0);
}

function rewardRoute(scene: Scene): RouteData | undefined {
  const id = positionOf(scene).pending?.tasks?.findLast(({ task }) => task === "reward")?.route;
  return boardOf(scene).routes.find((route) => route.id === id);
}

function heading(moves: readonly Move[], scene: Scene, i18n: Translator): string {
  const describer = new Describer(scene, i18n);
  const [move] = moves;
  if (!move) return "";
  if (move.do === "reward") return i18n.t("teutonica.tile.reward", { route: describer.route(rewardRoute(scene)?.id ?? "") });
  if (move.do === "displace") return i18n.t("teutonica.tile.displace", { space: describer.space(String(move.space)) });
  if (move.space) return describer.space(String(move.space));
  if (move.route) return describer.route(String(move.route));
  if (move.province) return describer.province(String(move.province));
  if (move.city) return describer.city(String(move.city));
  return i18n.tOr(`teutonica.verb.${move.do}`, move.do);
}

function place(scene: Scene): SpotId[] {
  const route = rewardRoute(scene);
  if (!route) return [];
  const cities = route.ends.flatMap((id) => citiesOf(boardOf(scene)).get(id) ?? []);
  const parts = cities.flatMap(({ id, posts, abilities }) => [
    ...posts.map((_, n) => `post:${id}.${n + 1}`),
    ...abilities.map((ability) => `scroll:${id}.${ability}`),
  ]);
  const { routes, spaces } = boardOf(scene).special_prestige;
  const special = routes.includes(route.id) ? spaces.map(({ points }) => `special:${points}`) : [];
  return [`route:${route.id}`, ...parts, ...special];
}

function reward(field: "post" | "ability" | "special", value: string | number): ExpectedMove {
  return { words: `reward ${field} ${value}`, move: { do: "reward", [field]: value } };
}

/** The rewards of both cities of the route and the best special prestige there, legal or not. */
function expected(scene: Scene): ExpectedMove[] {
  const [route, board] = [rewardRoute(scene), boardOf(scene)];
  if (!route) return [];
  const cities = route.ends.flatMap((id) => citiesOf(board).get(id) ?? []);
  const posts = cities.filter((city) => city.posts.length > 0).map((city) => reward("post", city.id));
  const abilities = cities.flatMap((city) => city.abilities.map((ability) => reward("ability", ability)));
  const { routes, spaces } = board.special_prestige;
  const free = spaces.find(({ points }) => positionOf(scene).special?.[String(points)] === undefined);
  return [...posts, ...abilities, ...(free && routes.includes(route.id) ? [reward("special", free.points)] : [])];
}

export const choosing: Choosing = {
  Note,
  Ghost,
  Card: RewardCard,
  cards: ["reward"],
  careful: ["displace", "use", "buy-favour"],
  direct: ["place", "relocate", "put", "lift", "create"],
  immediate: ["create"],
  rank,
  heading,
  defaultName: (move, i18n) => (move.kind ? i18n.t("teutonica.tile.kind", { kind: String(move.kind) }) : ""),
  place,
  expected,
  pill: (move, i18n) => (move.do === "create" ? i18n.t("teutonica.tile.create") : undefined),
  dots: dotsOf,
};
