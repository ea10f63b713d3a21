import { addDays } from "#primitives/zones.ts"
import { readDoubts, readFates } from "../fates.ts"
import type { PlayedSession } from "../honest/play.ts"
import { deliver, prepare, type Sent } from "../send.ts"
import type { Stage } from "../stage.ts"
import { type Cheat, type CheatSending, sceneOf } from "./scene.ts"

export interface PlayedCheat {
  cheat: Cheat
  /** Null if nobody in the model has recorded what the cheat needs. */
  seen: Seen | null
}

/** The site's verdicts on the recordings of a cheat. */
export interface Seen {
  /**
   * How many of its recordings do not count, wait for a review, count but hold a prize until a check, count as what
   * they really are, and count unnoticed.
   */
  excluded: number
  review: number
  stopped: number
  righted: number
  unseen: number
  /** Points gained on days on which something counts unnoticed. */
  points: number
  /** The rules and signs that applied, each once. */
  because: string[]
}

/** Sends every cheat after the honest sessions of a season, in the order of arrival. `firstDay` follows its last day. */
export async function playCheats(
  stage: Stage,
  cheats: readonly Cheat[],
  options: { seed: string; firstDay: string; sessions: readonly PlayedSession[]; firstNewcomer: number },
): Promise<PlayedCheat[]> {
  const taken = new Set<number>()
  const plans = cheats.map((cheat, nr) => {
    const scene = sceneOf(cheat, { ...options, newcomer: options.firstNewcomer + nr, taken })
    return { cheat, scene, sendings: scene ? cheat.play(scene) : [] }
  })
  const newcomers = plans.flatMap(({ scene, sendings }) =>
    scene && sendings.some(({ athlete }) => athlete === scene.newcomer.nr) ? [scene.newcomer] : [],
  )
  await stage.join(newcomers, new Date(`${addDays(options.firstDay, -15)}T00:00:00Z`))
  const before = await pointsOf(stage)
  const sent = new Map<CheatSending, Sent[]>()
  const all = plans.flatMap(({ sendings }) => sendings)
  for (const sending of all.sort((a, b) => a.arrivesAt.getTime() - b.arrivesAt.getTime()))
    sent.set(sending, await deliver(stage, await prepare(sending)))
  const after = await pointsOf(stage)
  return Promise.all(
    plans.map(async ({ cheat, scene, sendings }) => {
      const judged = sendings.filter(({ honest }) => !honest)
      const own = judged.flatMap((sending) => sent.get(sending) ?? [])
      const days = judged.flatMap(({ trueDay }) => trueDay ?? [])
      return { cheat, seen: scene && (await look(stage, own, { before, after, days })) }
    }),
  )
}

type Points = ReadonlyMap<string, number>

async function look(
  stage: Stage,
  sent: readonly Sent[],
  { before, after, days }: { before: Points; after: Points; days: readonly string[] },
): Promise<Seen> {
  const fateOf = await readFates(stage.world.db)
  // The same file sent again is the existing recording.
  const fates = [...new Map(sent.flatMap((one) => fateOf(one) ?? []).map((fate) => [fate.id, fate])).values()]
  const doubts = await readDoubts(stage.world, [...new Set(fates.map(({ athleteId }) => athleteId))])
  const counted = fates.filter(({ status }) => status === "counted")
  const gains = (day: string) => (after.get(day) ?? 0) - (before.get(day) ?? 0)
  const stopped = counted.filter(({ id }) => doubts.has(id)).length
  const plain = counted.filter((fate) => !doubts.has(fate.id) && gains(dayOf(fate)) > 0)
  const unseen = plain.filter(({ localOn }) => !days.includes(localOn))
  const review = fates.filter(({ status }) => status === "review").length
  const righted = plain.length - unseen.length
  const reasons = fates.flatMap(({ id, reason }) => [reason, ...(doubts.get(id) ?? [])])
  return {
    ...{ review, stopped, righted, unseen: unseen.length },
    excluded: sent.length - review - stopped - plain.length,
    points: [...new Set(unseen.map(dayOf))].reduce((sum, day) => sum + gains(day), 0),
    because: [...new Set(reasons)].filter((reason) => reason !== "counted"),
  }
}

function dayOf({ athleteId, localOn }: { athleteId: number; localOn: string }): string {
  return `${athleteId} ${localOn}`
}

async function pointsOf({ world }: Stage): Promise<Points> {
  const rows = await world.db.sql<{ athleteId: number; localOn: string; points: number }>`
    select athlete_id::float8 as "athleteId", local_on::text as "localOn", points from athlete_days
  `
  return new Map(rows.map((row) => [dayOf(row), row.points]))
}
