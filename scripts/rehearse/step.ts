/**
 * `node step.ts join|open|first|train|late|freeze|award <members>`: what members have done until a moment of a rehearsal, on the
 * database of its site, at the time of its clock.
 */
import { randomUUID } from "node:crypto"
import { retireSamples } from "#domain/competition/intake/retire-samples.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import type { World } from "#domain/world.ts"
import { withWorld } from "#server/commands/with-world.ts"
import { addAthlete } from "#test/support/competition.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { live } from "./live.ts"
import { emailOf, people } from "./people.ts"

const hourMs = 3_600_000
const [step = "", count = "0"] = process.argv.slice(2)
const members = people(Number(count))

const everybody = async (world: World) => {
  await train(world, members.length)
  await live(
    world,
    members.map((_, nr) => emailOf(nr)),
  )
}
const steps: Record<string, (world: World) => Promise<void>> = {
  join,
  first: (world) => train(world, 1),
  train: everybody,
  late: everybody,
}

/** Boards show when they last changed by the database's clock, which this sets to the rehearsal's. */
async function setClock({ db: { sql }, now }: World): Promise<void> {
  await sql`create table if not exists private.rehearsal (ahead interval not null)`
  await sql`
    create or replace function private.rehearsed_now() returns timestamptz language sql security definer
    return clock_timestamp() + coalesce((select ahead from private.rehearsal), interval '0')`
  await sql`alter table private.standing_changes alter column at set default private.rehearsed_now()`
  await sql`delete from private.rehearsal`
  await sql`insert into private.rehearsal select ${now()}::timestamptz - clock_timestamp()`
}

/** Everybody except the first and the last, who have joined through the site so that they can sign in. */
async function join(world: World): Promise<void> {
  for (const [nr, { name, timeZone }] of members.entries()) {
    if (nr === 0 || nr === members.length - 1) continue
    await addAthlete(world, { name, timeZone, email: emailOf(nr) })
  }
}

/** The workouts of the first `most` members since each one's last workout, at most one a day. */
async function train(world: World, most: number): Promise<void> {
  const now = world.now().getTime()
  const [season] = (await listSeasons(world.db)).filter(
    ({ series, opensAt, closesAt }) =>
      series === "fortnightly" && opensAt.getTime() <= now && closesAt.getTime() > now - 2 * hourMs,
  )
  if (!season) throw new Error("There is no season to train in")
  const rows = await world.db.sql<{ id: number; email: string; last: Date | null }>`
    select a.id::float8 as id, u.email, (select max(started_at) from activities x where x.athlete_id = a.id) as last
    from athletes a join auth.users u on u.id = a.user_id where u.email like 'member-%@rehearsal.example'`
  const byNr = new Map(rows.map((row) => [Number(/\d+/.exec(row.email)?.[0]), row]))
  for (const [nr, { kind, diligence, minutes }] of members.slice(0, most).entries()) {
    const row = byNr.get(nr)
    if (!row) throw new Error(`Member ${nr} has no account`)
    const until = Math.min(now, season.closesAt.getTime())
    for (let day = season.opensAt.getTime(), n = 0; day < until; day += 24 * hourMs, n++) {
      // From a little after the opening: every zone's day has begun on the competition's calendar.
      const startedAt = new Date(day + (6 + drawn(nr, n, 1) * 12) * hourMs)
      const movingS = Math.round(60 * minutes * (0.7 + 0.6 * drawn(nr, n, 3)))
      const isFirst = most === 1 && n === 0
      if (isFirst) startedAt.setTime(now - movingS * 1_000 - hourMs / 2)
      if (
        startedAt.getTime() + movingS * 1_000 > until - hourMs / 4 ||
        (row.last && startedAt.getTime() <= row.last.getTime() + 6 * hourMs)
      )
        continue
      if (!isFirst && drawn(nr, n, 2) > diligence) continue
      const distanceM = Math.round(movingS * (speeds[kind] ?? 0) * (0.9 + 0.2 * drawn(nr, n, 4)))
      const sent = sentRun({
        externalId: randomUUID(),
        kind,
        sport: kind,
        startedAt,
        movingS,
        elapsedS: movingS + 60,
        distanceM,
      })
      await onActivity(world, row.id, sent)
    }
  }
}

/** Usual speeds, in m/s. */
const speeds: Record<string, number> = {
  run: 2.9,
  ride: 7.2,
  swim: 0.8,
  row: 3.4,
  walk: 1.5,
  wheelchair: 4.2,
  handcycle: 5.1,
  nordicski: 3.1,
}

/** From 0 to 1, the same for the same numbers, without a visible pattern. */
function drawn(...given: number[]): number {
  let state = 0x9e3779b9
  for (const one of given) {
    state = Math.imul(state ^ (one + 1), 0x85ebca6b)
    state ^= state >>> 13
    state = Math.imul(state, 0xc2b2ae35)
    state ^= state >>> 16
  }
  return (state >>> 0) / 2 ** 32
}

process.exitCode = await withWorld("rehearsal", async (world) => {
  await setClock(world)
  await maintainBoards(world)
  await steps[step]?.(world)
  // As the job would, which runs on the real clock.
  await retireSamples(world)
  return 0
})
