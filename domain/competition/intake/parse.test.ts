import { describe, expect, test } from "vitest"
import { mostBytes } from "#primitives/samples.ts"
import { anySamples, fingerprint } from "#test/support/fingerprints.ts"
import { parseActivity } from "./parse.ts"

const print = fingerprint(anySamples(1))

describe("an activity from outside", () => {
  const sent = {
    source: "file",
    externalId: "x",
    kind: "run",
    sport: "running",
    startedAt: "2026-11-10T14:00:00Z",
    elapsedS: 100.6,
    movingS: 99.5,
    distanceM: 157.56,
    detail: 3,
  }
  test("is read in whole seconds and meters", () => {
    const read = parseActivity(sent)
    expect(read.ok && read.value).toMatchObject({
      elapsedS: 101,
      movingS: 100,
      distanceM: 158,
      public: true,
      name: null,
    })
  })
  test.each([
    ["kind", "flying"],
    ["startedAt", "yesterday"],
    ["startedAt", "1990-01-01T00:00:00Z"],
    ["movingS", -1],
    ["movingS", Number.NaN],
    ["distanceM", Number.POSITIVE_INFINITY],
    ["externalId", ""],
    ["source", "zwift"],
    ["manual", "no"],
    ["utcOffsetS", 90_000],
  ])("is refused for its %s (%s)", (field, value) => {
    expect(parseActivity({ ...sent, [field]: value })).toMatchObject({
      ok: false,
      code: "invalid_activity",
      field,
    })
  })
  test("an empty input is refused", () => {
    expect(parseActivity(null)).toMatchObject({ ok: false, code: "invalid_activity" })
  })

  const complete = {
    ...{
      name: null,
      utcOffsetS: null,
      elevationM: null,
      fiveMinutesKmh: null,
      topKmh: null,
      trackS: null,
      trackM: null,
      climbMph: null,
      climbBpm: null,
    },
    ...{
      manual: false,
      flagged: false,
      indoor: false,
      virtual: false,
      public: true,
      fingerprint: null,
      credit: null,
      recorderModel: null,
      recorderKey: null,
    },
  }
  test("has a default for everything that the source does not report", () => {
    const whole = {
      ...sent,
      startedAt: new Date(sent.startedAt),
      elapsedS: 101,
      movingS: 100,
      distanceM: 158,
      ...complete,
    }
    expect(parseActivity(sent)).toEqual({ ok: true, value: whole })
    const { manual: _m, flagged: _f, indoor: _i, virtual: _v, public: _p, ...empty } = complete
    expect(parseActivity({ ...sent, ...empty })).toEqual({ ok: true, value: whole })
  })

  test("keeps everything that the source reports", () => {
    const flags = { manual: true, flagged: true, indoor: true, virtual: true, public: false }
    const told = {
      ...flags,
      name: "Run",
      utcOffsetS: -28_800,
      elevationM: -5.5,
      fiveMinutesKmh: 12.3,
      topKmh: 0,
      credit: "Polar",
    }
    const track = { trackS: 99.6, trackM: 5.4, climbMph: 640, climbBpm: 151, fingerprint: print }
    expect(parseActivity({ ...sent, ...told, ...track })).toMatchObject({
      value: { ...told, trackS: 100, trackM: 5, climbMph: 640, climbBpm: 151, fingerprint: print },
    })
  })

  test.each<[string, unknown, unknown]>([
    ["name", "", null],
    ["name", 5, null],
    ["name", "x".repeat(250), "x".repeat(200)],
    ["name", "a\u0000b", "a b"],
    ["name", `${"x".repeat(199)}\u{1F600}`, "x".repeat(199)],
    ["sport", "x".repeat(100), "x".repeat(80)],
    ["credit", " Polar ", "Polar"],
    ["credit", "  ", null],
    ["credit", 5, null],
    ["credit", "x".repeat(130), "x".repeat(120)],
    ["externalId", "x".repeat(200), "x".repeat(200)],
    ["elapsedS", 366 * 86_400, 366 * 86_400],
    ["elapsedS", 0, 0],
    ["movingS", 366 * 86_400, 366 * 86_400],
    ["distanceM", 100_000_000, 100_000_000],
    ["elevationM", 100_000, 100_000],
    ["elevationM", -100_000, -100_000],
    ["utcOffsetS", 64_800, 64_800],
    ["utcOffsetS", -64_800, -64_800],
    ["topKmh", 100_000, 100_000],
    ["fiveMinutesKmh", 100_000, 100_000],
    ["detail", 1_000_000, 1_000_000],
    ["startedAt", Date.UTC(1995, 0), new Date(Date.UTC(1995, 0))],
    ["startedAt", Date.UTC(2100, 0) - 1, new Date(Date.UTC(2100, 0) - 1)],
    ["fingerprint", null, null],
    // The longest possible fingerprint, with characters that decoding ignores.
    ["fingerprint", print.padEnd(mostBytes * 2), print.padEnd(mostBytes * 2)],
  ])("has the %s %#", (field, value, kept) => {
    expect(parseActivity({ ...sent, [field]: value })).toMatchObject({ ok: true, value: { [field]: kept } })
  })

  const noValue = (what: string) => `has no usable value for its ${what}`
  test.each<[string, unknown, string]>([
    ["startedAt", undefined, "does not say when it started"],
    ["startedAt", Date.UTC(1995, 0) - 1, "says it started in 1994; we accept nothing before 1995, because"],
    ["startedAt", Date.UTC(2100, 0), "says it started in 2100; we accept nothing from 2100 on, because"],
    ["elapsedS", 366 * 86_400 + 1, "is longer than a year"],
    ["elapsedS", -0.1, noValue("duration")],
    ["elapsedS", "5", noValue("duration")],
    ["movingS", 366 * 86_400 + 1, "is longer than a year"],
    ["movingS", null, noValue("moving time")],
    ["distanceM", 100_000_001, "is longer than 100,000 km"],
    ["distanceM", -1, noValue("distance")],
    ["elevationM", 100_001, "has more than 100 km of climb"],
    ["elevationM", -100_001, noValue("climb")],
    ["fiveMinutesKmh", 100_001, noValue("speed over five minutes")],
    ["topKmh", "fast", noValue("top speed")],
    ["utcOffsetS", 64_801, noValue("offset from UTC")],
    ["externalId", "x".repeat(201), noValue("externalId")],
    ["externalId", "a\u0000b", noValue("externalId")],
    ["externalId", 5, noValue("externalId")],
    ["sport", undefined, noValue("sport")],
    ["indoor", null, noValue("indoor")],
    ["public", 1, noValue("public")],
    ["detail", 1_000_001, noValue("detail")],
    ["trackS", "x", noValue("trackS")],
    ["trackM", -1, noValue("trackM")],
    ["fingerprint", 5, noValue("fingerprint")],
    ["fingerprint", "AAAA", noValue("fingerprint")],
    ["fingerprint", print.padEnd(mostBytes * 2 + 1), noValue("fingerprint")],
  ])("is refused for its %s with the reason %#", (field, value, reason) => {
    const read = parseActivity({ ...sent, [field]: value })
    expect(read).toMatchObject({ ok: false, field })
    expect(!read.ok && read.reason).toContain(reason)
  })

  test("of a service that forbids keeping samples has none, whatever it sends", () => {
    for (const given of [print, 5])
      expect(parseActivity({ ...sent, source: "strava", fingerprint: given })).toMatchObject({
        value: { fingerprint: null },
      })
  })

  test("is refused for its first invalid field", () => {
    expect(parseActivity({ ...sent, distanceM: -1, kind: "x" })).toMatchObject({ field: "kind" })
    for (const none of [undefined, "x", 5, []]) expect(parseActivity(none)).toMatchObject({ field: "source" })
  })
})
