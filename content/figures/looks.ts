import { type ActivityKind, activityKinds } from "../activity-kinds.ts"
import type { Pose } from "./poses.ts"

/** The parts of their figure that a member can choose; the first of each is the default. */
export const hairs = ["none", "short", "bun", "tail", "long", "curls", "cap", "scarf", "turban"] as const
export type Hair = (typeof hairs)[number]

/** Names and colors of hair. */
export const hairColors = [
  ["Black", "#1d1714"],
  ["Brown", "#4a3020"],
  ["Light brown", "#8a5a2e"],
  ["Blond", "#d3a858"],
  ["Gray", "#a3a39e"],
] as const

/** Colors of skin, from light to dark. Without a choice a figure has the color of the drawing's lines. */
export const skins = ["#f3d3b8", "#e0b088", "#c68b5e", "#a06a42", "#754a2d", "#4a2e1e"] as const

/** Names of builds, and the width that each adds to every outline. */
export const builds = [
  ["Slim", 0],
  ["Neutral", 1.2],
  ["Broad", 3.2],
] as const

export interface Look {
  hair: Hair
  /** From 1: an entry of `hairColors`. */
  hairColor: number
  /** From 1: an entry of `skins`; 0 for none. */
  skin: number
  /** From 1: an entry of `builds`. */
  build: number
}

const neutralLook: Look = { hair: "none", hairColor: 1, skin: 0, build: 2 }

/** The stored and transmitted form: "bun.2.4.1". */
export function lookText({ hair, hairColor, skin, build }: Look): string {
  return `${hair}.${hairColor}.${skin}.${build}`
}

/** Parses a look; neutral for invalid text. */
export function lookOf(text: string): Look {
  const [, name, hairColor, skin, build] = /^([a-z]+)\.([1-5])\.([0-6])\.([1-3])$/.exec(text) ?? []
  const hair = hairs.find((one) => one === name)
  if (!hair) return neutralLook
  return { hair, hairColor: Number(hairColor), skin: Number(skin), build: Number(build) }
}

/** The posture for each kind of training; all are in figures.svg. */
const posesOfKinds: Partial<Record<ActivityKind, Pose>> = {
  strength: "lift",
  ebike: "ride",
  skating: "skate",
}

/** A figure in the boards' notation, "run.bun.2.4.1" or "run": the posture of a sport, and the look. */
export function figureOf(text: string): { pose: Pose; look: Look } {
  const [kind = "", ...rest] = text.split(".")
  const known = activityKinds.find((one) => one === kind)
  const pose = known && known !== "other" && known !== "transition" ? (posesOfKinds[known] ?? known) : "stand"
  return { pose: pose as Pose, look: lookOf(rest.join(".")) }
}
