import type { ActivityKind } from "#content/activity-kinds.ts"
import { createRandom } from "../fair-play/model/random.ts"

/** A made-up member. */
export interface Member {
  athlete: number
  kinds: readonly ActivityKind[]
  /** Share of days with training in an ordinary month. */
  diligence: number
  /** Length and speed of the member's sessions, as multiples of the usual ones. */
  length: number
  speed: number
  /** Share of months without any training; 1 for those who joined and never record. */
  absence: number
  /** The day of the simulation on which they join; 0 for those who were members before. */
  joinsOn: number
}

const kinds: readonly (readonly ActivityKind[])[] = [
  ["run"],
  ["run", "strength"],
  ["run", "ride"],
  ["ride"],
  ["swim", "run"],
  ["walk"],
  ["strength", "row"],
  ["walk", "strength"],
]

/**
 * Members of a world. Their points in two weeks have the distribution for which the formulas of teams were compared:
 * lognormal with a median of 700 points and a sigma of 0.8, at most 3,500, and 35 % without any
 * (docs/decisions/2026-11-26-teams.md).
 */
export function membersOf(world: string, { count, days }: { count: number; days: number }): Member[] {
  return Array.from({ length: count }, (_, nr) => {
    const random = createRandom(world, "member", nr)
    const never = random.chance(0.2)
    return {
      athlete: nr + 1,
      kinds: random.pick(kinds),
      diligence: 1 / (1 + Math.exp(-random.normal(0.65, 1))),
      length: Math.exp(random.normal(0, 0.35)),
      speed: Math.exp(random.normal(0, 0.18)),
      absence: never ? 1 : random.between(0, 0.35),
      joinsOn: random.chance(0.15) ? Math.floor(random.between(0, days)) : 0,
    }
  })
}
