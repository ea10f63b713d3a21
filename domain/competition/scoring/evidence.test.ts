/** The evidence for an activity, in words, and which days of a winner an operator checks. */
import { expect, test } from "vitest"
import { evidenceRule } from "#content/evidence-rule.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { onActivity } from "../pipeline.ts"
import type { SentActivity } from "./activity.ts"
import { type EvidenceFacts, evidenceOf } from "./evidence.ts"
import { readEvidence } from "./read-evidence.ts"

/** A file with only totals, and no further evidence. */
const nothing: EvidenceFacts = {
  service: null,
  minutesAfterEnd: 5000,
  recorder: null,
  recorderDays: null,
  trackShare: null,
  hasSamples: false,
  heart: "none",
  kmFromLast: null,
  beatsOfUsual: null,
  climbsPerKm: 5,
  isRestful: false,
  usuallyHeart: false,
  isOffDevice: false,
  isVirtual: false,
  isShared: false,
  oldDaysTogether: 0,
  isNewAccount: false,
}
const watch = { recorder: "Garmin Forerunner 965", recorderDays: 5, hasSamples: true, minutesAfterEnd: 3 }

test.each<[string, Partial<EvidenceFacts>, boolean]>([
  ["totals alone", {}, true],
  ["totals alone, sent at once by a known recorder", { ...watch, hasSamples: false }, true],
  ["a treadmill or a pool, by a known watch without a heart rate", watch, false],
  ["strength work by a new watch with a heart rate", { ...watch, recorderDays: 0, heart: "human" }, false],
  ["an old file of a phone with a track", { recorder: "OsmAnd", hasSamples: true, trackShare: 1 }, false],
  ["Strava, at once", { service: "Strava", recorder: "Apple Watch", minutesAfterEnd: 30 }, false],
  ["Strava, days later, without a device", { service: "Strava" }, true],
  ["a watch, days later", { ...watch, minutesAfterEnd: 9999, heart: "human", oldDaysTogether: 9 }, false],
  [
    "a heart as always",
    { ...watch, trackShare: 1, heart: "human", usuallyHeart: true, beatsOfUsual: 1.2 },
    false,
  ],
  ["somebody else's heart", { ...watch, trackShare: 1, heart: "human", beatsOfUsual: 1.6 }, true],
  ["a mountain", { ...watch, trackShare: 1, heart: "human", beatsOfUsual: 2, climbsPerKm: 40 }, false],
  ["a resting heart at speed", { ...watch, trackShare: 1, heart: "human", isRestful: true }, true],
  [
    "a resting heart as always",
    { ...watch, trackShare: 1, heart: "human", isRestful: true, beatsOfUsual: 1 },
    false,
  ],
  ["a heart that has no work", { ...watch, trackShare: 1, heart: "human", beatsOfUsual: 0.5 }, true],
  ["no heart rate for once", { ...watch, trackShare: 1, usuallyHeart: true }, true],
  [
    "a file that names no device, beside a watch",
    { hasSamples: true, trackShare: 1, heart: "human", isOffDevice: true },
    true,
  ],
  ["a virtual ride with a heart rate", { ...watch, trackShare: 1, heart: "human", isVirtual: true }, false],
  [
    "a virtual ride by a new device without one",
    { ...watch, recorderDays: 0, trackShare: 1, isVirtual: true },
    true,
  ],
  ["a copy, with everything", { ...watch, trackShare: 1, isShared: true }, true],
  [
    "everything, three past days of a new account",
    { ...watch, heart: "human", oldDaysTogether: 3, isNewAccount: true },
    true,
  ],
  [
    "everything, two past days of a new account",
    { ...watch, heart: "human", oldDaysTogether: 2, isNewAccount: true },
    false,
  ],
])("a prospective winner’s day with %s: %j", (_what, facts, isDoubtful) => {
  expect(evidenceOf({ ...nothing, ...facts }).doubt !== null).toBe(isDoubtful)
})

test("the strongest evidence comes first, in plain sentences without weights", () => {
  const facts = {
    ...nothing,
    ...watch,
    trackShare: 0.98,
    heart: "human",
    kmFromLast: 2.2,
    beatsOfUsual: 1.1,
  } as const
  expect(evidenceOf(facts).says).toEqual([
    "Recorded by the same Garmin Forerunner 965 as activities on 5 other days.",
    "A track covers 98% of it.",
    "Its heart rate rises and falls as a person’s does.",
    "It was recorded in detail from start to finish.",
    "It starts 2 km from where the previous one ended.",
    "Its heart rate fits its speed as it does in the activities before it.",
    "It arrived 3 minutes after it ended, as a file.",
  ])
  expect(evidenceOf({ ...nothing, oldDaysTogether: 13 }).says).toEqual([
    "Its source does not say which device recorded it.",
    "We have only its totals, not how they came together.",
    "It arrived 3 days after it ended, as a file.",
    "13 past days came in one upload.",
  ])
})

test("it is derived from stored data: recorder, samples, history, place and arrival", async () => {
  const t = await createCompetitionWorld("2026-11-10T20:00:00Z")
  const athlete = await addAthlete(t.world, {})
  const samples = (seed: number) => fingerprint(anySamples(seed))
  const recorder = { recorderModel: "Suunto Race", recorderKey: "k" }
  const bring = async (day: number, changes: Partial<SentActivity> = {}) => {
    const startedAt = new Date(Date.UTC(2026, 10, day, 15))
    t.clock.set(new Date(startedAt.getTime() + 4_000_000))
    await onActivity(
      t.world,
      athlete,
      sentRun({
        startedAt,
        trackS: 3600,
        trackM: 10_000,
        fingerprint: samples(day * 7),
        ...recorder,
        ...changes,
      }),
    )
  }
  for (const day of [10, 11, 12, 13]) await bring(day)
  await bring(14, { recorderKey: null, recorderModel: null, fingerprint: null, trackS: null, trackM: null })
  const rows = await t.world.db.sql<{
    id: number
  }>`select id::float8 as id from activities order by started_at`
  const read = await readEvidence(
    t.world.db,
    rows.map(({ id }) => id),
  )
  const says = rows.map(({ id }) => read.get(id)?.says ?? [])
  expect(says[0]).toContain("Recorded by Suunto Race.")
  expect(says[3]).toEqual(
    expect.arrayContaining([
      "Recorded by the same Suunto Race as activities on 3 other days.",
      "A track covers 100% of it.",
      "Its heart rate rises and falls as a person’s does.",
      "Its heart rate fits its speed as it does in the activities before it.",
      "It arrived 5 minutes after it ended, as a file.",
    ]),
  )
  expect(says[3]?.join(" ")).toMatch(/It starts .*where the previous one ended/)
  expect(says[4]).toContain("Its source does not say which device recorded it.")
  expect(read.get(rows[4]?.id ?? 0)?.strength).toBeLessThan(evidenceRule.enough)
  await t.close()
})

test("an activity is not part of its own history", async () => {
  const t = await createCompetitionWorld("2026-10-01T20:00:00Z")
  const athlete = await addAthlete(t.world, {})
  const bring = async (day: number, bpm: number) => {
    const startedAt = new Date(Date.UTC(2026, 9, day, 15))
    t.clock.set(new Date(startedAt.getTime() + 4_000_000))
    const samples = anySamples(day * 7)
    const heart = samples.heart.map((one) => one - 140 + bpm)
    const track = { trackS: 3600, trackM: 10_000, fingerprint: fingerprint({ ...samples, heart }) }
    await onActivity(t.world, athlete, sentRun({ startedAt, externalId: `${day}`, ...track }))
  }
  for (let day = 1; day <= 8; day++) await bring(day, 140)
  for (let day = 24; day <= 30; day++) await bring(day, 70)
  const rows = await t.world.db.sql<{ id: number; day: number }>`
    select id::float8 as id, external_id::integer as day from activities order by started_at
  `
  const read = await readEvidence(
    t.world.db,
    rows.map(({ id }) => id),
  )
  const doubted = rows.filter(({ id }) => read.get(id)?.doubt?.startsWith("Its heart rate does not fit"))
  expect(doubted.map(({ day }) => day)).toEqual([24, 25, 26, 27, 28, 29, 30])
  await t.close()
})
