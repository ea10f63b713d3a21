import { createRandom } from "../fair-play/model/random.ts"
import { attacks } from "./attacks.ts"
import { outcomeOf, type Scene, type Won } from "./outcome.ts"
import { historyMonths, type World } from "./world.ts"

/** Prizes of one attacker's seasons, with the attack and without. */
export type Tried = { attacking: Won; honest: Won }

/** Attackers of a month: half of them among the strongest fifth, half among everybody who trains. */
const perMonth = 4

/** Plays every attack in every month of a world, by its name. */
export function playAttacks(world: World): Map<string, Tried[]> {
  const scenes = world.months.slice(historyMonths, -1).flatMap((_, nr) => scenesOf(world, historyMonths + nr))
  const asUsual = scenes.map((scene) => outcomeOf(scene))
  return new Map(
    attacks.map(({ name, play }) => [name, scenes.map((scene, nr) => play(scene, () => asUsual[nr] as Won))]),
  )
}

function scenesOf(world: World, month: number): Scene[] {
  const random = createRandom(world.name, "attackers", month)
  const points = world.points[month - 1] ?? new Map<number, number>()
  // Athletes who trained last month and train in this one, as those who want to win would.
  const trained = [...points]
    .filter(([athlete, before]) => before > 0 && (world.points[month]?.get(athlete) ?? 0) > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([athlete]) => athlete)
  const strongest = trained.slice(0, Math.ceil(trained.length / 5))
  return Array.from({ length: perMonth }, (_, nr) => ({
    world,
    month,
    athlete: random.pick(nr % 2 === 0 ? strongest : trained),
  }))
}

interface Gain {
  seasons: number
  honest: number
  attacking: number
  /** How many more prizes per season the attack wins, and twice the standard error of that. */
  gain: number
  noise: number
}

export function gainOf(tried: readonly Tried[], prize: keyof Won): Gain {
  const gains = tried.map(({ attacking, honest }) => attacking[prize] - honest[prize])
  const gain = meanOf(gains)
  const variance = meanOf(gains.map((one) => (one - gain) ** 2))
  return {
    seasons: tried.length,
    honest: meanOf(tried.map(({ honest }) => honest[prize])),
    attacking: meanOf(tried.map(({ attacking }) => attacking[prize])),
    gain,
    noise: 2 * Math.sqrt(variance / tried.length),
  }
}

export function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
