/** Which rows are read around a change: enough to judge it, but no samples that cannot matter. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { SentActivity } from "./activity.ts"
import { ingest } from "./ingest.ts"
import type { Change } from "./plan.ts"
import { readSamples } from "./same-recording.ts"
import { type IngestRequest, loadSurroundings } from "./surroundings.ts"

const hour = 3_600_000
const start = Date.UTC(2026, 10, 18, 15)
const receivedAt = new Date(start + 30 * hour)
const print = (seed: number, slots = 120) => fingerprint(anySamples(seed, { slots }))
const sent = (externalId: string, hours: number, changes: Partial<SentActivity> = {}) =>
  sentRun({
    externalId,
    startedAt: new Date(start + hours * hour),
    movingS: 3600,
    elapsedS: 3600,
    ...changes,
  })
const change = (changes: Partial<Change>): Change => ({ put: [], remove: [], receivedAt, ...changes })

let t: TestWorld
let ana: number
let ben: number
beforeAll(async () => {
  t = await createCompetitionWorld()
  ana = await addAthlete(t.world, { timeZone: "Asia/Tokyo" })
  ben = await addAthlete(t.world, { joinedAt: "2021-02-03T00:00:00Z" })
  const put = [
    sent("near", 0, { fingerprint: print(1) }),
    sent("later", 5, { fingerprint: print(2) }),
    sent("short", -20, { fingerprint: print(3, 60) }),
    sent("without", 24),
    sent("far", -240, { fingerprint: print(4) }),
  ]
  await ingest(t.world.db, ana, change({ put }))
})
afterAll(() => t.close())

const load = async (request: Partial<IngestRequest>) => {
  const [read] = await loadSurroundings(t.world.db, [{ athleteId: ana, change: change({}), ...request }])
  return read
}
/** "near": its samples are read; "later?": they were left out; "without -": it is known to have none. */
const readOf = async (request: Partial<IngestRequest>) => {
  const { activities = [] } = (await load(request))?.around ?? {}
  return activities
    .map(({ externalId, samples, isRead }) => `${externalId}${samples ? "" : isRead ? " -" : "?"}`)
    .sort()
}
const name = (externalId: string) => ({ source: "file", externalId })

test.each<[string, Partial<Change>, string[], Partial<IngestRequest>?]>([
  ["what shares its time is read", { put: [sent("n", 0.5)] }, ["later?", "near", "short?", "without?"]],
  ["what only borders on it is not", { put: [sent("n", 1)] }, ["later?", "near?", "short?", "without?"]],
  ["nor what it borders on", { put: [sent("n", -1)] }, ["later?", "near?", "short?", "without?"]],
  [
    "two new ones: what lies between them, too",
    { put: [sent("n", -0.5), sent("o", 4.5)] },
    ["later", "near", "short?", "without?"],
  ],
  [
    "a new recording may be a copy of what is as long",
    { put: [sent("n", 30, { fingerprint: print(9) })] },
    ["later", "near", "short?", "without?"],
  ],
  [
    "a short one, of what is as short",
    { put: [sent("n", 30, { fingerprint: print(9, 60) })] },
    ["later?", "near?", "short", "without?"],
  ],
  [
    "two of different lengths, of what is between them as well",
    { put: [sent("n", 30, { fingerprint: print(9, 60) }), sent("o", 31, { fingerprint: print(8) })] },
    ["later", "near", "short", "without?"],
  ],
  [
    "a change of what is stored may free any other",
    { put: [sent("without", 24)] },
    ["later", "near", "short", "without -"],
  ],
  ["so may its removal", { remove: [name("near")] }, ["later", "near", "short", "without -"]],
  [
    "also beside a new one",
    { put: [sent("n", 30)], remove: [name("unknown")] },
    ["later", "near", "short", "without -"],
  ],
  [
    "and a decision",
    { decide: [{ ...name("near"), decision: "decline" }] },
    ["later", "near", "short", "without -"],
  ],
  [
    "also on what nobody knows, beside a new one",
    { put: [sent("n", 30)], decide: [{ ...name("unknown"), decision: "decline" }] },
    ["later", "near", "short", "without -"],
  ],
  [
    "no decision frees nothing",
    { put: [sent("n", 0.5)], decide: [] },
    ["later?", "near", "short?", "without?"],
  ],
  [
    "or where all samples are asked for",
    { put: [sent("n", 30)] },
    ["later", "near", "short", "without -"],
    { withAllSamples: true },
  ],
  [
    "what moves is read around where it was, and where it comes to",
    { put: [sent("far", 0)] },
    [...["far", "later", "near", "short", "without -"]],
  ],
  ["around what is removed, and nowhere else", { remove: [name("far")] }, ["far"]],
  ["nothing is around what nobody knows", { remove: [name("unknown")] }, []],
])("%s", async (_, what, read, request = {}) => {
  expect(await readOf({ change: change(what), ...request })).toEqual(read)
})

test.each<[string, Partial<IngestRequest>, number, number]>([
  ["of one", { change: change({ put: [sent("n", 100)] }) }, 100 - 56, 101 + 56],
  ["of several", { change: change({ put: [sent("n", 100), sent("o", 300), sent("p", 200)] }) }, 44, 357],
  [
    "as far as it was asked for",
    {
      change: change({ put: [sent("n", 100)] }),
      reach: { from: new Date(start + 10 * hour), to: new Date(start + 200 * hour) },
    },
    10,
    200,
  ],
  [
    "never less than it needs itself",
    {
      change: change({ put: [sent("n", 100)] }),
      reach: { from: new Date(start + 99 * hour), to: new Date(start + 99 * hour) },
    },
    ...([44, 157] as const),
  ],
  ["of what is removed", { change: change({ remove: [name("far")] }) }, -240 - 56, -239 + 56],
  [
    "of what is removed, as far as it was asked for",
    {
      change: change({ remove: [name("far")] }),
      reach: { from: new Date(start - 500 * hour), to: new Date(start + 500 * hour) },
    },
    -500,
    500,
  ],
])("the surroundings reach so many hours: %s", async (_, request, from, to) => {
  const { around } = (await load(request)) ?? {}
  expect([around?.from, around?.to].map((at) => (Number(at) - start) / hour)).toEqual([from, to])
})

test("in wider surroundings, samples are read only for records that overlap the change", async () => {
  const reach = { from: new Date(start - 300 * hour), to: new Date(start + 300 * hour) }
  const put = [sent("n", 0.5)]
  expect(await readOf({ change: change({ put }), reach })).toEqual([
    "far?",
    "later?",
    "near",
    "short?",
    "without?",
  ])
})

test("each request has its result in the same position; an unknown athlete has none", async () => {
  const decide = [{ ...name("short"), decision: "count" as const }]
  const [nobody, mine, other, decided] = await loadSurroundings(t.world.db, [
    { athleteId: 987_654, change: change({ put: [sent("n", 0)] }) },
    { athleteId: ana, change: change({ put: [sent("n", 100)] }) },
    { athleteId: ben, change: change({ remove: [name("near")] }) },
    { athleteId: ana, change: change({ decide }) },
  ])
  expect(nobody).toBeUndefined()
  expect(mine).toMatchObject({
    revision: "1",
    around: { timeZone: "Asia/Tokyo", activities: [], decided: [] },
  })
  expect(other).toMatchObject({
    revision: "0",
    around: { from: new Date(0), to: new Date(0), activities: [] },
  })
  expect(other?.around.countsFrom).toEqual(new Date("2021-02-03T00:00:00Z"))
  expect(decided?.around.decided).toMatchObject([
    { externalId: "short", samples: readSamples(print(3, 60)), reason: "counted" },
  ])
  // PostgreSQL's base64 contains line breaks.
  expect(decided?.around.decided[0]?.fingerprint?.replaceAll("\n", "")).toBe(print(3, 60))
  const [board] = await t.world.db.sql<{ id: number }>`select max(id)::integer as id from boards`
  expect([mine, other, decided].map((read) => read?.newestBoard)).toEqual([board?.id, board?.id, board?.id])
})

test("only seasons with a nearby border are read, because others cannot split the day", async () => {
  const seasonsAt = async (day: string) => {
    const startedAt = new Date(`${day}T15:00:00Z`)
    return (await load({ change: change({ put: [sentRun({ startedAt })] }) }))?.around.seasons
  }
  const [month] = await t.world.db.sql<{ id: number }>`
    select id::integer from boards where slug = 'monthly-2026-11'
  `
  expect(await seasonsAt("2026-11-01")).toEqual([
    {
      ...{ id: month?.id, from: "2026-11-01", to: "2026-11-30" },
      opensAt: new Date("2026-11-01T07:00:00Z"),
      closesAt: new Date("2026-12-01T08:00:00Z"),
    },
  ])
  expect(await seasonsAt("2026-11-16")).toEqual([])
})
