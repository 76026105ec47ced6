/** Explains a decision out of turn: a displacement that is answered, or pieces that may be taken. */

import type { Banner, BannerToken, GameEvent, Move, Scene, SpotId } from "../../board/painter";
import type { Translator } from "../../messages/translator";
import { Describer } from "./describe";
import { colourOf, shapeOf } from "./pieces";
import { derivedStateOf, positionOf, type DisplacementData, type Kind } from "./types";

const KINDS: readonly Kind[] = ["t", "m"];
const REACTIONS: readonly string[] = ["income-reaction", "tribute-reaction"];

/** One displacement, as the player reads it who places the pieces. */
class DisplacementText {
  readonly #describer: Describer;

  constructor(
    readonly data: DisplacementData,
    readonly scene: Scene,
    readonly events: readonly GameEvent[],
    readonly i18n: Translator,
  ) {
    this.#describer = new Describer(scene, i18n);
  }

  banner(): Banner {
    const { data } = this;
    const [origin] = this.#displaced().slice(-1);
    return {
      owner: this.scene.seats[data.by]?.colour ?? "neutral",
      title: this.#title(origin),
      text: this.#text(),
      tokens: this.#tokens(),
      placed: data.placed,
      all: data.placed + data.extras + (data.displaced ? 1 : 0) + (data.in_hand ? 1 : 0),
      ranks: this.#ranks(),
      legend: this.#legend(),
      ...(origin && data.displaced ? { from: `space:${String(origin.facts.space)}` } : {}),
    };
  }

  #displaced(): readonly GameEvent[] {
    return this.events.filter(({ name, facts }) => name === "Displaced" && facts.by === this.data.by);
  }

  #title(event: GameEvent | undefined): string {
    const { by, owner, route } = this.data;
    const values = { name: this.#describer.owner(by), kind: String(event?.facts.kind ?? this.data.displaced ?? "t"), route: this.#describer.route(route) };
    return this.i18n.t(owner === "n" ? "teutonica.banner.neutral" : "teutonica.banner.displaced", values);
  }

  #text(): string {
    const { displaced, extras, in_hand: inHand } = this.data;
    if (inHand) return this.i18n.t("teutonica.banner.lifted");
    const values = { count: extras, source: this.#source() };
    return this.i18n.t(displaced ? "teutonica.banner.put-back" : "teutonica.banner.extras", values);
  }

  #source(): string {
    const { owner, source, extras } = this.data;
    if (extras === 0) return "";
    if (owner === "n") return this.i18n.t("teutonica.banner.source.neutral");
    const bySeat = source === "supply" ? positionOf(this.scene).supply : positionOf(this.scene).stock;
    const [traders, merchants] = bySeat?.[String(owner)] ?? [0, 0];
    return this.i18n.t(`teutonica.banner.source.${source}`, { amount: this.#describer.amount(traders, merchants) });
  }

  #tokens(): readonly BannerToken[] {
    const { displaced, extras, owner } = this.data;
    const token = (kind: Kind, name: string, count: number): BannerToken => ({
      id: kind,
      shape: shapeOf([owner, kind]),
      owner: colourOf([owner, kind], this.scene),
      name,
      count,
      takes: (move: Move) => move.do === "relocate" && move.kind === kind,
    });
    const first = displaced ? [token(displaced, this.i18n.t("teutonica.banner.token.displaced", { kind: displaced }), 1)] : [];
    const more = KINDS.map((kind) => [kind, Math.min(extras, this.#available(kind))] as const).filter(([kind, count]) => count > 0 && kind !== displaced);
    return [...first, ...more.map(([kind, count]) => token(kind, this.i18n.t("teutonica.banner.token.extra", { kind }), count))];
  }

  /** How many pieces of a kind the source of extra pieces holds. */
  #available(kind: Kind): number {
    const { owner, source } = this.data;
    if (source === "routes") return 0;
    if (owner === "n") return kind === "t" ? this.data.extras : 0;
    const bySeat = source === "supply" ? positionOf(this.scene).supply : positionOf(this.scene).stock;
    return bySeat?.[String(owner)]?.[kind === "m" ? 1 : 0] ?? 0;
  }

  #ranks(): ReadonlyMap<SpotId, number> {
    const ranks = Object.entries(this.data.spaces);
    return new Map(ranks.flatMap(([rank, spaces]) => spaces.map((space) => [`space:${space}`, Number(rank)] as const)));
  }

  #legend(): NonNullable<Banner["legend"]> {
    const { anywhere, ring, route, spaces } = this.data;
    const word = anywhere ? "anywhere" : ring > 1 ? "nearest" : "next";
    const first = { rank: 1, text: this.i18n.t(`teutonica.banner.legend.${word}`, { route: this.#describer.route(route) }) };
    const second = { rank: 2, text: this.i18n.t("teutonica.banner.legend.later") };
    return spaces["2"]?.length ? [first, second] : [first];
  }
}

/** What explains the decision of the player, undefined for an ordinary one. */
export function banner(scene: Scene, events: readonly GameEvent[], i18n: Translator): Banner | undefined {
  const { displacement } = derivedStateOf(scene);
  if (displacement) return new DisplacementText(displacement, scene, events, i18n).banner();
  const { pending, active = 0 } = positionOf(scene);
  const task = pending?.tasks?.at(-1)?.task ?? "";
  if (!REACTIONS.includes(task)) return undefined;
  const values = { name: new Describer(scene, i18n).owner(active) };
  const word = task === "income-reaction" ? "income" : "tribute";
  return {
    owner: scene.seats[active]?.colour ?? "neutral",
    title: i18n.t(`teutonica.banner.${word}`, values),
    text: i18n.t(`teutonica.banner.${word}.text`),
  };
}

/** The label of a move that depends on what is being decided; undefined for the usual one. */
export function decisionLabel(move: Move, scene: Scene, i18n: Translator): string | undefined {
  return move.do === "stop" && derivedStateOf(scene).displacement ? i18n.t("teutonica.banner.stop") : undefined;
}
