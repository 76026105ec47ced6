/** The spaces and cities that standing orders for displaced pieces name. */

import type { OrderPlaces } from "../../board/painter";
import { Describer } from "./describe";
import { boardOf } from "./types";

const SPACE = "space:";
const CITY = "city:";

export const orders: OrderPlaces = {
  spotOfSpace: (space) => SPACE + space,
  spaceOf: (spot) => (spot.startsWith(SPACE) ? spot.slice(SPACE.length) : undefined),
  spotOfCity: (city) => CITY + city,
  cityOf: (spot) => (spot.startsWith(CITY) ? spot.slice(CITY.length) : undefined),
  cities: (scene) => boardOf(scene).cities.map(({ id, name }) => ({ id, name })).sort((one, other) => one.name.localeCompare(other.name)),
  spaceName: (space, scene, i18n) => new Describer(scene, i18n).space(space),
  shapeOf: (kind) => (kind === "m" ? "merchant" : "trader"),
};
