import { afterEach, beforeEach, expect, test } from "vitest"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { kinds } from "#content/words/kinds.ts"
import { kindNames } from "#content/words/words.ts"
import { announce, type Boards, createBoards } from "#domain/competition/boards/board.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { LivePage, ShownPart } from "#domain/shown.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { createVersions, type Version, type Versions } from "./versions.ts"

/** The changes that one process knows of. */
interface Process {
  boards: Boards
  versions: Versions
  /** The messages that it received on the channel of events. */
  said: string[]
  /** How many announcements of boards it received. */
  announced(): number
  /** Simulates a lost connection. */
  gap(): void
  close(): Promise<void>
}

let t: TestWorld
let processes: Process[]

beforeEach(async () => {
  t = await createCompetitionWorld()
  processes = [await startProcess(), await startProcess()]
})
afterEach(async () => {
  for (const process of processes) await process.close()
  await t.close()
})

/** A process with its own listening connection and boards on the shared database. */
async function startProcess(): Promise<Process> {
  const live = createPostgresLive(t.database.db, t.log)
  await live.open()
  const world = { ...t.world, live }
  const boards = createBoards(world)
  await boards.open()
  let reread = () => {}
  const onGap = (listener: () => void) => {
    reread = listener
    return () => {}
  }
  const versions = createVersions({ world, boards, onGap })
  const said: string[] = []
  let announced = 0
  const silences = [
    live.subscribe("events", (payload) => void said.push(payload)),
    live.subscribe("boards", () => void announced++),
  ]
  const close = async () => {
    for (const silence of silences) silence()
    versions.close()
    boards.close()
    await live.close()
  }
  return { boards, versions, said, announced: () => announced, gap: () => reread(), close }
}

const showing = (...shows: ShownPart[]): LivePage => ({ shows })

/** Performs an action, and returns the parts for which every process received a change. */
async function heard(work: () => PromiseLike<unknown>): Promise<ShownPart[]> {
  const parts: ShownPart[] = ["boards", "members", "seasons", "events", "newsletters", "publishing", "frame"]
  const before = processes.map(({ versions }) => parts.map((part) => versions.current(showing(part))))
  await work()
  // Messages arrive in order, so once this one has arrived, so have all earlier ones.
  const last = `last ${Math.random()}`
  await t.world.live.publish(t.world.db, "events", last)
  await expect.poll(() => processes.every(({ said }) => said.includes(last))).toBe(true)
  await Promise.all(processes.map(({ boards }) => boards.catchUp()))
  const [one, two] = processes.map(({ versions }, n) =>
    parts.filter((part, p) => {
      const [was, is] = [before[n]?.[p]?.counts[0] ?? 0, versions.current(showing(part)).counts[0] ?? 0]
      return part === "events" ? is > was + 1 : is > was
    }),
  )
  expect(one).toEqual(two)
  return one ?? []
}

/** The pipeline announces changes without waiting; this resolves once every process has received the announcement. */
async function train(athlete: number, sent: ReturnType<typeof sentRun>): Promise<void> {
  const before = processes.map(({ announced }) => announced())
  await onActivity(t.world, athlete, sent)
  await expect.poll(() => processes.every(({ announced }, n) => announced() > (before[n] ?? 0))).toBe(true)
}

test("every process learns of every change, whoever makes it", async () => {
  const { sql } = t.world.db
  const ana = await addAthlete(t.world, { name: "Ana" })
  await heard(async () => {})
  expect(await heard(() => train(ana, sentRun()))).toEqual(["boards"])
  // Before every open window, so only the athlete's own page shows it.
  const old = sentRun({ startedAt: new Date("2026-09-03T15:00:00Z") })
  expect(await heard(() => train(ana, old))).toEqual(["boards"])
  expect(await heard(() => sql`update athletes set display_name = 'Ann'`)).toEqual(["boards", "members"])
  expect(await heard(() => sql`update athletes set visibility = 'members'`)).toEqual(["boards", "members"])
  expect(
    await heard(() => sql`update private.settings set value = 'public' where name = 'strava_display'`),
  ).toEqual(["boards", "members"])
  expect(
    await heard(() => sql`insert into event_occurrences values ('track-night', '2026-12-01', now(), 10, 0)`),
  ).toEqual(["events"])
  expect(await heard(() => sql`update seasons set settled_at = now()`)).toEqual(["seasons"])
  const issue = sql`insert into newsletter_issues (list, subject, markdown, html, created_at, updated_at)
    values ('newsletter', 'Miles', 'x', 'x', now(), now())`
  expect(await heard(() => issue)).toEqual([])
  expect(await heard(() => sql`update newsletter_issues set published_at = now()`)).toEqual(["newsletters"])
  expect(await heard(() => sql`update newsletter_issues set in_archive = false`)).toEqual(["newsletters"])
  expect(await heard(() => sql`update newsletter_issues set state = 'draft'`)).toEqual([])
  const words = (kind: string) => sql`
    insert into private.publishing (kind, slug, data, state, edited_at) values (${kind}, 'a', '{}', 'published', now())`
  for (const kind of kindNames) expect(await heard(() => words(kind)), kind).toEqual([kinds[kind].part])
  expect(await heard(() => sql`delete from private.publishing`)).toEqual(["seasons", "publishing", "frame"])
  expect(await heard(() => sql`delete from athletes`)).toEqual(["boards", "members", "seasons"])
})

test("changes that no page shows are not announced", async () => {
  const { sql } = t.world.db
  await addAthlete(t.world)
  await heard(async () => {})
  expect(await heard(() => sql`update athletes set units = 'imperial', updated_at = now()`)).toEqual([])
  expect(await heard(() => sql`update athletes set display_name = display_name`)).toEqual([])
  expect(
    await heard(() => sql`update private.settings set value = 'x' where name = 'ranks_kept_on'`),
  ).toEqual([])
})

test("after a lost connection, everything counts as changed", async () => {
  const { versions, gap } = processes[0] as Process
  const pages = (
    ["boards", "members", "seasons", "events", "newsletters", "publishing", "frame"] as const
  ).map((part) => showing(part))
  const before = pages.map((page) => versions.current(page))
  gap()
  expect(pages.map((page, n) => versions.outdatedSince(page, before[n] as Version))).not.toContain(undefined)
})

test("a version knows since when it is outdated: since the first change after it", async () => {
  const { versions } = processes[0] as Process
  const page = showing("members", "seasons")
  const before = versions.current(page)
  expect(versions.outdatedSince(page, before)).toBeUndefined()
  const { sql } = t.world.db
  const started = performance.now()
  await sql`update seasons set settled_at = now()`
  // The message does not contain the time of the commit, so a tenth of a second earlier is assumed.
  await expect.poll(() => versions.outdatedSince(page, before)).toBeGreaterThan(started - 100)
  expect(versions.outdatedSince(page, before)).toBeLessThan(performance.now() - 100)
  const since = versions.outdatedSince(page, before)
  await addAthlete(t.world)
  await expect.poll(() => versions.outdatedSince(showing("members"), before)).toBeGreaterThan(since ?? 0)
  expect(versions.outdatedSince(page, before)).toBe(since)
  // More changes than are remembered individually.
  for (let n = 0; n < 300; n++) await t.world.live.publish(t.world.db, "members", "")
  await expect.poll(() => versions.outdatedSince(showing("members"), before)).toBe(Number.NEGATIVE_INFINITY)
})

test("a change of boards counts from the time it was written, in whatever order messages arrive", async () => {
  const { versions } = processes[0] as Process
  const page = showing("boards")
  const before = versions.current(page)
  const writtenBefore = async (ms: number) => {
    await t.world.db.sql`
      insert into private.standing_changes (moves, at)
      values ('', clock_timestamp() - ${ms}::float8 * interval '1 ms')
    `
    await versions.catchUp(page)
    return performance.now() - (versions.outdatedSince(page, before) ?? Number.NaN)
  }
  const first = await writtenBefore(700)
  expect(first).toBeGreaterThanOrEqual(700)
  expect(first).toBeLessThan(700 + 5_000)
  const between = versions.current(page)
  // Committed late: everything rendered since it was written lacks it, even if it shows the first change.
  expect(await writtenBefore(20_000)).toBeGreaterThanOrEqual(20_000)
  expect(await writtenBefore(300)).toBeGreaterThanOrEqual(20_000)
  expect(performance.now() - (versions.outdatedSince(page, between) ?? Number.NaN)).toBeGreaterThan(20_000)
  expect(versions.outdatedSince(page, versions.current(page))).toBeUndefined()
  // Without a row, because only days outside every open board changed.
  const last = versions.current(page)
  announce(t.world)
  await expect.poll(() => versions.outdatedSince(page, last)).toBeDefined()
  expect(versions.outdatedSince(page, last)).toBeLessThan(performance.now() - 100)
  expect(versions.outdatedSince(page, last)).toBeGreaterThan(Number.NEGATIVE_INFINITY)
})

test("a new day of the competition outdates every page, and a new minute those with the time of day", () => {
  const { versions } = processes[0] as Process
  const [daily, timed] = [showing("members"), { ...showing("events"), everyMinute: true as const }]
  t.clock.set("2026-11-21T07:59:30Z")
  const [day, minute] = [versions.current(daily), versions.current(timed)]
  t.clock.set("2026-11-21T07:59:59Z")
  expect([versions.outdatedSince(daily, day), versions.outdatedSince(timed, minute)]).toEqual([
    undefined,
    undefined,
  ])
  t.clock.set("2026-11-21T08:00:00Z")
  expect([versions.outdatedSince(daily, day), versions.outdatedSince(timed, minute)]).toEqual([
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])
})
