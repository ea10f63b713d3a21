import { competition } from "#content/competitions.ts"
import { foldName } from "#domain/members/member.ts"
import type { World } from "#domain/world.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import { addDays, offsetSeconds, startOfDay } from "#primitives/zones.ts"
import { announce } from "../boards/board.ts"
import { competitionDay } from "../calendar/period.ts"
import { retireSamples } from "./retire-samples.ts"
import { take } from "./take.ts"

/** Days of training that they start with: the current month and the previous one. */
const pastDays = 45

/**
 * With DEMO on and no real member yet, the sample athletes join with weeks of training; with DEMO off they are deleted with
 * all their data. Safe at every start and from several processes.
 */
export async function keepDemo(world: World): Promise<void> {
  if (!world.settings.demo) {
    const gone = await world.db.sql`delete from athletes where demo returning id`
    if (gone.length > 0) announce(world)
    return
  }
  // An operator's decision can give a member the first points.
  await retireSamples(world)
  if (await hasMembers(world)) return
  const today = competitionDay(world.now())
  const first = addDays(today, -pastDays)
  const joinedAt = startOfDay(first, competition.timeZone)
  for (const { id, name, look } of world.sources.demo.athletes) {
    await world.db.sql`
      insert into athletes (slug, display_name, search_name, time_zone, consent_text, consent_at, joined_at, demo, look)
      values (
        ${id}, ${name}, ${foldName(name)}, ${competition.timeZone}, 'Invented sample athlete: nobody to ask.', ${joinedAt}, ${joinedAt}, true, ${look}
      )
      on conflict (slug) do nothing
    `
  }
  await train(world, pastDays)
}

/** Adds the sample athletes' training since the last run, through the same pipeline as everybody's. Stops permanently once there are real members. */
export async function trainDemo(world: World): Promise<void> {
  if (!world.settings.demo) return
  await retireSamples(world)
  if (!(await hasMembers(world))) await train(world, 1)
}

async function hasMembers(world: World): Promise<boolean> {
  const found = await world.db.sql`select from athletes where not demo limit 1`
  return found.length > 0
}

async function train(world: World, days: number): Promise<void> {
  const { demo } = world.sources
  const { timeZone } = competition
  const today = competitionDay(world.now())
  const rows = await world.db.sql<{ id: number; slug: string; names: string[] | null }>`
    select a.id::float8 as id, a.slug, array_agg(x.external_id) as names
    from athletes a left join activities x on x.athlete_id = a.id and x.source = 'demo'
    where a.demo
    group by a.id
  `
  for (const { id, slug, names } of rows) {
    const athlete = demo.athletes.find((one) => one.id === slug)
    if (!athlete) continue
    let week: RecordedActivity[] = []
    const sync = async () => {
      const synced = new Date(Math.max(...week.map((workout) => syncedAt(workout).getTime())))
      const inputs = { athleteId: id, source: "demo", activities: week } as const
      for (const outcome of await take({ ...world, now: () => synced }, inputs))
        if (outcome.state === "refused")
          world.log.error({ athlete: slug, reason: outcome.reason }, "A sample workout was refused")
      week = []
    }
    for (let ago = days; ago >= 0; ago--) {
      const day = addDays(today, -ago)
      const dayStart = startOfDay(day, timeZone)
      const noon = new Date(dayStart.getTime() + 43_200_000)
      const done = demo.workouts(athlete, day, dayStart, offsetSeconds(noon, timeZone))
      week.push(
        ...done.filter((workout) => syncedAt(workout) <= world.now() && !names?.includes(workout.externalId)),
      )
      if (ago % 7 === 0) await sync()
    }
  }
}

/** Simulates a watch that syncs a few minutes after the end. */
function syncedAt(workout: RecordedActivity): Date {
  return new Date(workout.startedAt.getTime() + (workout.elapsedS + 180) * 1000)
}
