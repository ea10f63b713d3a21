import { createRandom } from "../fair-play/model/random.ts"
import { meanOf } from "./attackers.ts"
import { historyMonths, type World } from "./world.ts"

/** The design of docs/decisions/2026-11-26-divisions.md. */
const rule = { size: 40, seasons: 3, share: 0.2, leastDays: 2, memory: 6 }

/** What a year of months with divisions is like, beside one board of the same athletes. */
interface DivisionFigures {
  divisions: number
  /** Share of those who trained that were among the first three of their board at least once in the year. */
  onPodium: { divisions: number; oneBoard: number }
  /** Share of those promoted that were relegated in the next season. */
  upAndDown: number
  /** Podium places per season that an athlete gains by resting every other month. */
  tanking: { gain: number; noise: number }
}

interface Entry {
  athlete: number
  points: number
  activeDays: number
}

/** Results of a season by division, the best first. */
type Boards = Entry[][]

export function divisionFigures(worlds: readonly World[]): DivisionFigures {
  const each = worlds.map((world) => {
    const honest = play(world)
    const trained = new Set(
      honest.boards.flat(2).flatMap(({ athlete, points }) => (points > 0 ? [athlete] : [])),
    )
    const podium = (boards: readonly Entry[][]) =>
      new Set(boards.flatMap((board) => board.slice(0, 3).map(({ athlete }) => athlete))).size / trained.size
    const oneBoard = honest.boards.map((boards) => boards.flat().toSorted((a, b) => b.points - a.points))
    return {
      divisions: honest.boards[0]?.length ?? 0,
      podium: podium(honest.boards.flat()),
      oneBoard: podium(oneBoard),
      upAndDown: honest.fell / Math.max(1, honest.rose),
      tanking: tankers(world, trained).map(
        (athlete) => places(play(world, athlete), athlete) - places(honest, athlete),
      ),
    }
  })
  const gains = each.flatMap(({ tanking }) => tanking)
  const gain = meanOf(gains)
  return {
    divisions: meanOf(each.map(({ divisions }) => divisions)),
    onPodium: {
      divisions: meanOf(each.map(({ podium }) => podium)),
      oneBoard: meanOf(each.map(({ oneBoard }) => oneBoard)),
    },
    upAndDown: meanOf(each.map(({ upAndDown }) => upAndDown)),
    tanking: { gain, noise: 2 * Math.sqrt(meanOf(gains.map((one) => (one - gain) ** 2)) / gains.length) },
  }
}

function tankers(world: World, trained: ReadonlySet<number>): number[] {
  const random = createRandom(world.name, "tankers")
  return Array.from({ length: 10 }, () => random.pick([...trained]))
}

/** Places among the first three a season. */
function places({ boards }: { boards: readonly Boards[] }, athlete: number): number {
  const all = boards
    .flat()
    .filter((board) => board.slice(0, 3).some((one) => one.athlete === athlete && one.points > 0))
  return all.length / boards.length
}

/** A year; `tanker` trains at 30 % in every other month. */
function play(world: World, tanker?: number): { boards: Boards[]; rose: number; fell: number } {
  const months = world.months.map((_, month) => resultsOf(world, month, tanker))
  let division = seeded(months)
  let [rose, fell] = [0, 0]
  let justRose = new Set<number>()
  const memory = new Map<number, number[]>()
  const boards = months.slice(historyMonths).map((entries) => {
    const board: Boards = Array.from({ length: Math.max(...division.values()) + 1 }, () => [])
    for (const entry of entries) board[division.get(entry.athlete) as number]?.push(entry)
    for (const one of board) one.sort((a, b) => b.points - a.points)
    for (const [athlete, own] of division)
      memory.set(athlete, [own, ...(memory.get(athlete) ?? [])].slice(0, rule.memory))
    const [up, down] = [movingUp(board), movingDown(board, memory)]
    rose += up.length
    fell += down.filter((athlete) => justRose.has(athlete)).length
    justRose = new Set(up)
    division = new Map(
      [...division].map(([athlete, own]) => [
        athlete,
        own - Number(up.includes(athlete)) + Number(down.includes(athlete)),
      ]),
    )
    return board
  })
  return { boards, rose, fell }
}

function resultsOf(world: World, month: number, tanker?: number): Entry[] {
  return world.members.map(({ athlete }) => {
    const days = world.days[month]?.get(athlete) ?? []
    const random = createRandom(world.name, "tank", athlete, month)
    const kept = athlete === tanker && month % 2 === 0 ? days.filter(() => random.chance(0.3)) : days
    return {
      athlete,
      points: kept.reduce((sum, { points }) => sum + points, 0),
      activeDays: kept.filter(({ active }) => active).length,
    }
  })
}

/** By the mean of the last three seasons, the strongest in division 0. */
function seeded(months: readonly Entry[][]): Map<number, number> {
  const past = months.slice(historyMonths - rule.seasons, historyMonths)
  const seeds = (past[0] ?? [])
    .map(({ athlete }, nr) => ({ athlete, seed: meanOf(past.map((month) => month[nr]?.points ?? 0)) }))
    .sort((a, b) => b.seed - a.seed || a.athlete - b.athlete)
  const count = Math.ceil(seeds.filter(({ seed }) => seed > 0).length / rule.size)
  const size = Math.ceil(seeds.length / count)
  return new Map(seeds.map(({ athlete }, nr) => [athlete, Math.floor(nr / size)]))
}

/**
 * The first fifth of every division except the highest, including everybody with as many points as the last of them.
 */
function movingUp(boards: Boards): number[] {
  return boards.slice(1).flatMap((board) => {
    const active = board.filter(({ points }) => points > 0)
    const last = active[Math.ceil(active.length * rule.share) - 1]?.points ?? Number.POSITIVE_INFINITY
    return active.filter(({ points }) => points >= last).map(({ athlete }) => athlete)
  })
}

/**
 * The last fifth of those with at least two active days, of every division but the lowest. Nobody is relegated twice in
 * a row, or to more than one division below the highest of their last six seasons.
 */
function movingDown(boards: Boards, memory: ReadonlyMap<number, readonly number[]>): number[] {
  return boards.slice(0, -1).flatMap((board, division) => {
    const active = board.filter(({ activeDays }) => activeDays >= rule.leastDays)
    const count = Math.floor(active.length * rule.share)
    return active
      .slice(active.length - count)
      .map(({ athlete }) => athlete)
      .filter((athlete) => {
        const [, before = division] = memory.get(athlete) ?? []
        const best = Math.min(...(memory.get(athlete) ?? [division]))
        return before >= division && division + 1 <= best + 1
      })
  })
}
