/**
 * Every number in docs/competition.md, except measurements, is derived here from the rules, so that neither changes
 * alone.
 */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { refuseContradiction } from "#adapters/sources/file/contradiction.ts"
import { limits as fileLimits } from "#adapters/sources/file/limits.ts"
import { activityKinds, kindWords } from "#content/activity-kinds.ts"
import { grouped } from "#content/amounts.ts"
import { groupRule } from "#content/board-groups.ts"
import { competition, firstSeries, rollingBoards, rulesets } from "#content/competitions.ts"
import { evidenceRule } from "#content/evidence-rule.ts"
import {
  limits,
  piecesRule,
  placeRule,
  sameRecordingRule,
  trackRule,
  unlikeRule as unlike,
  zoneRule,
} from "#content/fair-play.ts"
import { happeningsRule } from "#content/happenings-rule.ts"
import { importLimits } from "#content/import-limits.ts"
import { milestoneRule } from "#content/milestones.ts"
import { objectionRule } from "#content/objections.ts"
import { privateRaceRule } from "#content/private-race-rule.ts"
import { firstRaces, leastFinishersBefore } from "#content/races.ts"
import { reviewSigns } from "#content/review-signs.ts"
import { riseRule } from "#content/rise-rule.ts"
import { streakRule } from "#content/streak-rule.ts"
import { teamRule } from "#content/team-rule.ts"
import { daysBetween } from "#primitives/days.ts"
import { mostBytes, type Samples } from "#primitives/samples.ts"
import { patient } from "#server/jobs/worker.ts"
import { anySamples } from "#test/support/fingerprints.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { settlesOn } from "./calendar/days-anywhere.ts"
import { parseActivity } from "./intake/parse.ts"
import { reachMs, sharesOf } from "./scoring/overlap.ts"
import { sameRecording } from "./scoring/same-recording.ts"
import { allocate } from "./seasons/allocate.ts"

const written = readFileSync(join(import.meta.dirname, "../../docs/competition.md"), "utf8")
/** Without the tables of examples, which are tested separately, link addresses, and measurements. */
const document = written
  .replace(/### Performance[\s\S]*/, "")
  .replace(/^\| .*\|$/gm, "")
  .replace(/(?<=\])\([^)]*\)/g, "")
  .replace(/of 200 MB \(1,555 recordings\)[\s\S]*?counts nothing twice\./, "")
  .replace(/\s+/g, " ")

const rules = rulesets.at(-1) ?? rulesets[0]
const hours = (ms: number) => ms / 3_600_000
const percent = (share: number) => `${Math.round(share * 1000) / 10} %`
const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"]
const word = (n: number) => words[n] ?? String(n)
const most = (slug: string) => firstSeries.find((one) => one.slug === slug)
const { jump, oneUpload } = reviewSigns
const { past } = evidenceRule
const copies = sameRecordingRule
/** A value shared by kinds that the document states together. */
function same<T>(values: readonly T[]): T | "?" {
  return new Set(values).size === 1 ? (values[0] as T) : "?"
}
type Kind = keyof typeof limits
const traceless = (...kinds: Kind[]) => `${same(kinds.map((kind) => limits[kind].withoutTrace?.hours))} hours`
const tracelessKm = (...kinds: Kind[]) => `${same(kinds.map((kind) => limits[kind].withoutTrace?.km))} km`
const [first, second, rest] = rules.time.bands
const sign = `more than ${word(jump.times).replace("two", "twice")} the points, and at least ${jump.leastMorePoints} more, of the athlete's best day of the ${word(jump.weeks)} weeks before`

const week = streakRule.activeDays
const firsts = milestoneRule.activeDays.join(", ").replace(/, (?=\d+$)/, " and ")
const { toCompare } = milestoneRule

/** A sentence or part of one as the rules have it. */
const sideRaces = firstRaces.monthly.filter(({ metric }) => metric !== "rise")
const stated: [string, string][] = [
  [
    "a week of a streak",
    `counts with at least ${week.usual} active days; the member chooses ${week.least} to ${week.most}, from the next week on`,
  ],
  [
    "rest weeks",
    `A streak saves one rest week for every ${streakRule.rest.weeks} counted weeks. At most ${streakRule.rest.kept} are kept; while there are ${streakRule.rest.kept},`,
  ],
  ["a recording that repairs a streak", `arrives within the ${competition.lateDays} days counts`],
  [
    "breaks",
    `Up to ${streakRule.breakWeeksAYear} weeks a year can be declared as a break, each before it begins and at most ${streakRule.breakWeeksAhead} weeks ahead`,
  ],
  ["the weeks of the examples", `with ${week.usual} active days a week:`],
  [
    "milestones",
    `the first points, ${firsts} active days, ${milestoneRule.hours} hours, the member's own best day`,
  ],
  [
    "own bests",
    `A best day requires ${toCompare.days} days with points, a best week ${word(toCompare.weeks)} such weeks, a best month ${word(toCompare.months)} such months`,
  ],
  [
    "active days of a finisher",
    `with ${most("fortnightly")?.finishDays} active days in a two-week race, or ${most("monthly")?.finishDays} in a month, is a finisher`,
  ],
  [
    "side races of a fresh installation",
    `in the monthly race ${word(sideRaces.length)}, ${word(sideRaces.filter(({ listed }) => listed).length)} of them shown on /leaderboard`,
  ],
  [
    "a race of newcomers",
    `is shown once ${leastFinishersBefore} athletes have a result from an earlier season`,
  ],
  [
    "what the draw goes by",
    `of ${teamRule.seed.share} of their best total in the last ${teamRule.seed.ofSeasons}`,
  ],
  ["who counts in a team", `best members count: ${teamRule.countedShare} of the smallest team`],
  ["late joiners of teams", `Athletes who join by day ${teamRule.lateDays} go to the smallest team`],
  ["the most that a day adds to a team", `A day adds at most ${teamRule.mostPointsADay} points of each`],
  ["joint goals", `shows the sum, once ${teamRule.leastMembers} athletes have given something`],
  ["the prizes of a team", `one for every ${word(1 / teamRule.prizeShare)} members of a team`],
  ["the prize of a team", `to members with at least ${teamRule.prizeActiveDays} active days who were drawn`],
  ["who hears of being passed", `among the first ${happeningsRule.firstTold} hears of everybody`],
  ["how long facts are kept", `Facts are kept for ${happeningsRule.keptDays} days`],
  ["small teams", `A team of fewer than ${teamRule.leastMembers} has none`],
  [
    "totals of few",
    `A total of fewer than ${teamRule.leastMembers} members with points is for the team alone`,
  ],
  [
    "the usual week of a rise",
    `the largest of ${riseRule.leastBaseline} points, the median of the ${riseRule.medianWeeks} weeks before the season, and ${riseRule.best.share} of the best ${riseRule.best.weeks} weeks in a row of the last ${riseRule.best.ofWeeks}`,
  ],
  ["the most of a rise", `At most ${riseRule.mostPercent} % are shown`],
  ["a place in a rise", `A place needs ${riseRule.medianWeeks} weeks of history`],
  [
    "private races",
    `chooses ${privateRaceRule.lengths.join(" or ")} whole days, of which the first is at most ${privateRaceRule.daysAhead} days ahead`,
  ],
  ["entrants of a private race", `at most ${privateRaceRule.entrants.most} athletes`],
  ["private races at a time", `in at most ${privateRaceRule.mostAtOnce} races at a time`],
  ["too few in a private race", `when fewer than ${privateRaceRule.entrants.least} are left`],
  [
    "when a private race is final",
    `that is ${daysBetween("2026-11-22", settlesOn("2026-11-22"))} days after its last day`,
  ],
  ["the secret of a private race", "holds 160 bits"],
  ["neighbors", `around oneself, ${groupRule.neighbors} rows up and down`],
  [
    "bands of ages",
    `under ${groupRule.bands[1]}, by ten years, ${groupRule.bands.at(-1)} and over. A band with fewer than ${groupRule.least} athletes`,
  ],
  ["other groups", `are shown from ${groupRule.least} on`],
  ["a clock that is ahead", `may be ${competition.futureToleranceMinutes} minutes ahead`],
  ["late", `more than ${competition.lateDays} days after it ended`],
  [
    "untyped",
    `above ${limits.other.unusualKmh} km/h on average or ${limits.other.fiveMinutesKmh.unusual} km/h over five minutes`,
  ],
  ["untyped has the limits of a ride", "It has the limits of a ride"],
  [
    "totals and track",
    `cover at least ${percent(trackRule.coverage)} of the moving time, the distance may be ${percent(trackRule.agreement - 1)} above`,
  ],
  [
    "pieces",
    `at most ${piecesRule.mostMeters / 1000} km in pieces with rests of at least ${piecesRule.restShare === 0.5 ? "half" : "?"} the moving time`,
  ],
  [
    "awarding",
    `${competition.winnersCheck.hours} hours later, after the winners' check, every undisputed place is awarded`,
  ],
  ["the winners' check", `From ${competition.winnersCheck.hoursBefore} hours before a season ends`],
  [
    "past days",
    `when a new account (${evidenceRule.newDays} days) sent at least ${evidenceRule.manyOldDays} past days in one upload`,
  ],
  ["contradiction", "36,000 seconds of training within 3,600 seconds from start to end"],
  ["no track", `positions cover less than ${trackRule.missing === 0.5 ? "half" : trackRule.missing}`],
  ["world class", `more than ${percent(trackRule.recordShare)} of the world record's speed`],
  [
    "less of a track",
    `cover at least ${trackRule.missing === 0.5 ? "half" : "?"}, the rest may also have been ${trackRule.uncovered === 2 ? "twice" : "?"} as fast`,
  ],
  [
    "the spot",
    `Strength, HIIT, mobility and yoga: ${traceless("strength", "hiit", "mobility", "yoga")} or ${tracelessKm("strength", "hiit", "mobility", "yoga")}`,
  ],
  ["rides", `Rides and e-bike rides: ${traceless("ride", "ebike")} or ${tracelessKm("ride", "ebike")}`],
  [
    "runs",
    `Runs: ${traceless("run")}, ${tracelessKm("run")}, or from ${trackRule.withoutTrace.km} km on ${percent(trackRule.withoutTrace.recordShare)} of the world record's speed`,
  ],
  [
    "swims",
    `Swims: ${traceless("swim")}, ${tracelessKm("swim")}, or ${limits.swim.withoutTrace?.kmh} km/h for an hour`,
  ],
  ["rows", `Rows: ${traceless("row")} or ${tracelessKm("row")}`],
  ["walks", `Walks: ${traceless("walk")} or ${tracelessKm("walk")}`],
  ["hikes", `Hikes: ${traceless("hike")} or ${tracelessKm("hike")}`],
  ["unknown sports", `Unknown sports: ${traceless("other")} or ${tracelessKm("other")}`],
  [
    "travel",
    `for an airliner (${grouped(placeRule.kmh)} km/h, and ${placeRule.slackKm} km for clocks that are off)`,
  ],
  [
    "one body",
    `for ${placeRule.apartMinutes} minutes or more, with ${percent(placeRule.apartShare)} of its positions more than ${grouped(placeRule.apartM)} m from anywhere that the other track was, at distances that change by ${placeRule.changesM} m or more`,
  ],
  [
    "e-bikes",
    `climbs more than ${grouped(unlike.ride.climbMph)} m an hour for a quarter of an hour, or more than ${unlike.ride.least} m with more than ${unlike.ride.metersPerBeat} m for each heartbeat`,
  ],
  [
    "kayaks and programs",
    `A swim of an hour or more at more than ${limits.swim.hourKmh} km/h looks like a kayak, and a track whose speed deviates by less than ${unlike.even.deviation * 100} % for ${unlike.even.minutes} minutes or more`,
  ],
  ["sensors", `a heart rate below ${unlike.ride.failingBpm} uphill`],
  [
    "buses",
    `at ${unlike.run.kmh} km/h or more with a mean heart rate below ${unlike.run.restfulBpm}, or one at ${unlike.traffic.kmh} km/h or more that stops and goes like traffic, at ${unlike.traffic.peakKmh} km/h for a tenth of the time and without a mean heart rate of ${unlike.traffic.workingBpm}`,
  ],
  [
    "clocks",
    `between ${zoneRule.behindSun} hours behind the sun and ${zoneRule.aheadOfSun} hours ahead of it`,
  ],
  ["clocks without a place", `within ${zoneRule.fromAccount} hours of the account's time zone`],
  [
    "own minutes",
    `when less than ${competition.leastOwnSeconds === 60 ? "a minute" : "?"} and less than ${percent(competition.ownShare)} of it is left`,
  ],
  ["overlapping hours", `are ${threeHours().join(" + ")} minutes`],
  ["copies", "resampled, 1 % longer, or lack up to 2 % at each end or 5 % at one"],
  ["one device", `one device recorded both, for two accounts, within ${word(copies.oneDeviceBpm)}.`],
  ["slow copies", `within what is covered in ${word(copies.trackS)} seconds`],
  [
    "parts of a track",
    `at every point, on average to ${copies.along.strayS} seconds, or ${percent(copies.along.strayShare)} of a slot where slots are long; where fewer than ${word(copies.windows.many)} windows agree, ${percent(copies.along.fewStrayShare)}; or when at least ${copies.windows.sure} windows agree, and ${percent(copies.windows.sureShare)} of those that both have there. Most outings on one route stray by 12 and more`,
  ],
  ["copies in one account", `Within ${hours(reachMs)} hours of the original in one account`],
  ["bands", `The first ${first?.minutes} weighted minutes of the day give ${first?.rate} point each`],
  [
    "further bands",
    `the next ${second?.minutes} ${second?.rate === 0.5 ? "half a point" : "?"}, the rest ${rest?.rate === 0.25 ? "a quarter" : "?"}`,
  ],
  [
    "distance",
    `The first ${rules.distance.wholePoints} of these points count in full, the rest ${rules.distance.rateBeyond === 0.5 ? "half" : "?"}`,
  ],
  [
    "consistency",
    `${rules.consistency.points} points for a day with at least ${rules.consistency.minMovingMinutes} moving minutes`,
  ],
  ["a day", `a day gives at most ${rules.maxPointsPerDay}`],
  ["objections", `up to ${grouped(objectionRule.longest)} characters`],
  ["objections of a day", `at most ${objectionRule.mostInADay} a day for each account`],
  ["replies", `We aim for ${objectionRule.replyHours} hours`],
  ["rulesets", `the numbers of ruleset ${rules.version}, which applies from December 1, 2026.`],
  [
    "the first ruleset",
    `Ruleset 1 had fewer kinds: stairs and wheelchairs had weight ${rulesets[0].time.weights.wheelchair}, handcycles ${rulesets[0].distance.factors.handcycle} points a kilometer, and the other kinds added by ruleset 2 none.`,
  ],
  ["ties", "share the rank: 1, 2, 2, 4"],
  ["rolling boards", rollingBoards.map(({ slug }) => `\`${slug}\``).join(" and ")],
  ["entries of an archive", `${grouped(fileLimits.archiveEntries)} files`],
  [
    "unpacked size",
    `${fileLimits.unpackedRatio} times the size of the outer one unpacked (at least ${fileLimits.unpackedFloor / 1e6} MB)`,
  ],
  ["an upload", `any size up to ${importLimits.bytesPerFile / 1e9} GB`],
  ["refused dates", "starts before 1995 or after 2099, lasts longer than a year"],
  ["refused distance and climb", "covers more than 100,000 km or climbs more than 100 km"],
  ["kept files", `The limit is ${importLimits.keptBytesPerAthlete / 1e9} GB per athlete`],
  ["grace", `in a grace period of ${competition.graceHours} hours`],
  ["claiming", `does not claim within ${competition.claimDays} days`],
  ["a moved prize", `a new claim period of ${competition.claimDays} days`],
  ["the address", `on their account page within ${competition.claimDays} days`],
  [
    "leaders",
    `of the last ${word(reviewSigns.leaderDays / 7)} weeks that show a sign, of the first ${reviewSigns.leaders} athletes`,
  ],
  ["sign of the track", "covers at least half of the moving time, and the distance is above what it allows"],
  ["machines beside a ride", `overlaps by at least ${reviewSigns.besideMinutes} minutes`],
  [
    "midnight",
    `on the day before or after, ends or begins within ${reviewSigns.acrossMidnightMinutes} minutes of this one`,
  ],
  [
    "an unlike heart",
    `at least ${percent(past.fewer)} fewer heartbeats for each meter than the athlete's earlier activities of the kind, or ${percent(past.more)} more without climbing ${past.hilly} m a kilometer (earlier are those of more than ${past.asideDays} days before`,
  ],
  [
    "a resting heart",
    `at a mean heart rate below ${evidenceRule.restful.bpm} on a run of ${evidenceRule.restful.kmh.run} km/h or a ride of ${evidenceRule.restful.kmh.ride} km/h`,
  ],
  ["files of no device", `have recorded at least ${evidenceRule.recordersDays} days before`],
  [
    "one upload",
    `at least ${word(oneUpload.leastDays)} days without track or samples in one upload, by an account of at most ${oneUpload.newDays} days, or half of them in whole ${oneUpload.roundSeconds / 60} minutes and ${oneUpload.roundMeters} m`,
  ],
  ["a day without a trace", `more than ${reviewSigns.hoursWithoutTrace} hours without track or samples`],
  ["sign of no sport", `on average above ${reviewSigns.untypedKmh} km/h`],
  ["jump", sign],
  [
    "jump of distance",
    `is more than ${jump.times === 2 ? "twice" : "?"} the best day of that kind and at least ${jump.leastMoreMeters / 1000} km more`,
  ],
  ["jump without history", `requires ${word(jump.leastDays)} days with points`],
]

/** Three one-hour activities, each overlapping the next by two minutes: how many minutes count of each. */
function threeHours(): number[] {
  const spans = [0, 58, 116].map((minute, n) => ({
    source: "file" as const,
    externalId: `${n}`,
    kind: "run" as const,
    startedAt: new Date(Date.UTC(2026, 10, 10, 8, minute)),
    elapsedS: 3600,
    movingS: 3600,
    distanceM: 0,
    detail: 3 - n,
    samples: null,
  }))
  const shares = sharesOf(spans)
  return spans.map((span) => {
    const share = shares.get(span)
    return (share?.part === "some" ? share.movingS : span.movingS) / 60
  })
}

test.each(stated)("the document states %s as in the rules", (_, sentence) => {
  expect(document).toContain(sentence)
})

test("the document contains no other number", () => {
  let left = document
  for (const [, sentence] of stated.toSorted(([, a], [, b]) => b.length - a.length))
    left = left.replaceAll(sentence, "")
  left = left
    .replace(weighted().text, "")
    .replace(factors().text, "")
    .replace(/^\d\. |(?<=[.:] )[123]\. \*\*/g, "")
  expect(left.match(/.{0,40}\d.{0,40}/g) ?? []).toEqual([])
})

/** "e-bike" is kind ebike, "other training" is kind other, and "cross-country skiing" is the kind with that label. */
const kindNamed = (name: string) =>
  activityKinds.find(
    (kind) => kind === name.toLowerCase().replace(/-| training/, "") || kindWords[kind].doing === name,
  ) ?? name
const listed = (text: string) =>
  Object.fromEntries(
    text.split("; ").flatMap((group) => {
      const [, kinds = "", value = ""] = /^(.*) ([\d.]+)$/.exec(group) ?? []
      return kinds.split(/, | and /).map((kind) => [kindNamed(kind), Number(value)])
    }),
  )
function weighted() {
  const [text = "", list = ""] = /Moving minutes are weighted: (.*?\d)\. /.exec(document) ?? []
  return { text, list }
}
function factors() {
  const [text = "", list = ""] = /Kilometers give (.*?\d)\. /.exec(document) ?? []
  return { text, list }
}

test("weights and factors are those of the ruleset, for every kind", () => {
  expect(listed(weighted().list)).toEqual(rules.time.weights)
  expect(listed(factors().list.replaceAll(", ", "; "))).toEqual(rules.distance.factors)
})

test("the prizes of the document's example go to the places it names", () => {
  const names = ["Ana", "Ben", "Cleo", "Dan", "Eve"]
  const rows = [
    ...written.matchAll(/^\| (the season closes|Ana .*|Ben declines) \| (\w+) \| (\w+) \| (\w+) \|$/gm),
  ]
  expect(rows).toHaveLength(5)
  for (const [, what = "", ...winners] of rows) {
    const isOut = (name: string) =>
      what.includes(`${name} declines`) ||
      (what.includes(`${name} is disqualified`) && !what.includes("reinstated"))
    const order = names.flatMap((name, id) => (isOut(name) ? [] : [id]))
    const shipped = what.includes("Ben’s prize was shipped") ? [{ place: 2, athleteId: 1 }] : []
    const places = most("fortnightly")?.prizes.map(({ place }) => place) ?? []
    const given = [...allocate(places, order, shipped), ...shipped].sort((a, b) => a.place - b.place)
    expect(
      given.map(({ athleteId }) => names[athleteId]),
      what,
    ).toEqual(winners.slice(0, 3))
  }
})

describe("numbers that are not settings", () => {
  test("a file of 36,000 seconds of training within 3,600 is refused", () => {
    expect(() => refuseContradiction(36_000, 3_600)).toThrow(/600 min|10 h/)
    expect(() => refuseContradiction(3_600, 3_600)).not.toThrow()
  })

  test.each([
    ["1994", { startedAt: new Date("1994-12-31T23:59:59Z") }, false],
    ["1995", { startedAt: new Date("1995-01-01T00:00:00Z") }, true],
    ["2099", { startedAt: new Date("2099-12-31T23:59:59Z") }, true],
    ["2100", { startedAt: new Date("2100-01-01T00:00:00Z") }, false],
    ["a leap year", { elapsedS: 366 * 86_400 }, true],
    ["more than a year", { elapsedS: 366 * 86_400 + 1 }, false],
    ["100,000 km", { distanceM: 100_000_000 }, true],
    ["more than 100,000 km", { distanceM: 100_000_001 }, false],
    ["100 km of climb", { elevationM: 100_000 }, true],
    ["more than 100 km of climb", { elevationM: 100_001 }, false],
  ])("%s", (_, changes, isTaken) => {
    expect(parseActivity(sentRun(changes)).ok).toBe(isTaken)
  })

  test.each([
    ["1 % longer and lacks 2 % at each end", 2, 98, 1.01],
    ["lacks 5 % at the beginning", 5, 100, 1],
    ["lacks 5 % at the end", 0, 95, 1],
  ])("a copy that is shifted and %s is recognized", (_, from, to, scale) => {
    const original = anySamples(1, { slots: 100 })
    const inner = (values: readonly number[]) => values.slice(from, to)
    const longer = (values: readonly number[], origin: number) =>
      inner(values).map((at) => origin + (at - origin) * scale)
    const copy: Samples = {
      slotS: original.slotS,
      heart: inner(original.heart),
      speed: inner(original.speed).map((speed) => speed * scale),
      lat: longer(original.lat, 33.6),
      lon: longer(original.lon, -117.9),
    }
    const at = (day: number, samples: Samples) => ({ samples, startedAt: new Date(Date.UTC(2026, 10, day)) })
    expect(sameRecording(at(1, original), at(18, copy))).toBe(true)
  })

  test("a fingerprint is below one and a half kilobytes", () => expect(mostBytes).toBeLessThan(1500))

  test("an import is retried for half a day", () => {
    let seconds = 0
    for (let n = 0, wait = patient.delaySeconds; n < patient.limit; n++, wait *= 2)
      seconds += Math.min(wait, patient.maxDelaySeconds)
    expect(hours(seconds * 1000)).toBeGreaterThan(10)
  })
})
