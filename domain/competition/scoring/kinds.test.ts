/**
 * Each kind with the names that sources use for it, the points that a day of it earns, and the speed that is too fast
 * for it.
 */

import { describe, expect, test } from "vitest"
import { workoutType } from "#adapters/sources/wahoo/sports.ts"
import { type ActivityKind, activityKinds, kindWords } from "#content/activity-kinds.ts"
import { rulesets } from "#content/competitions.ts"
import { limits } from "#content/fair-play.ts"
import { inOneLine } from "#test/support/score-line.ts"
import { sentRun } from "#test/support/sent-run.ts"
import { assess, kindOf } from "./activity.ts"
import { score } from "./score.ts"

const names: [ActivityKind, string][] = [
  // FIT
  ["wheelchair", "wheelchairPushWalk wheelchairPushRun indoorWheelchairWalk indoorWheelchairRun"],
  ["handcycle", "handCycling indoorHandCycling"],
  ["kayak", "kayaking canoeing paddling"],
  ["paddle", "standUpPaddleboarding"],
  ["skating", "inlineSkating iceSkating"],
  ["nordicski", "crossCountrySkiing skateSkiing indoorSkiing"],
  ["elliptical", "elliptical"],
  ["stairs", "stairClimbing floorClimbing"],
  // Strava and Intervals.icu
  ["wheelchair", "Wheelchair"],
  ["handcycle", "Handcycle"],
  ["kayak", "Kayaking Canoeing"],
  ["paddle", "StandUpPaddling"],
  ["skating", "InlineSkate IceSkate"],
  ["nordicski", "NordicSki RollerSki VirtualSki"],
  ["elliptical", "Elliptical"],
  ["stairs", "StairStepper Stair-Stepper"],
  // Polar
  ["wheelchair", "PARASPORTS_WHEELCHAIR"],
  ["handcycle", "PARASPORTS_HAND_CYCLING"],
  ["kayak", "WATERSPORTS_KAYAKING WATERSPORTS_CANOEING"],
  ["paddle", "SUP"],
  ["skating", "SKATING INLINE_SKATING ICE_SKATING ROLLER_BLADING"],
  ["nordicski", "CROSS-COUNTRY_SKIING XC_SKIING_CLASSIC XC_SKIING_FREESTYLE ROLLER_SKIING_CLASSIC"],
  ["elliptical", "CROSS_TRAINER"],
  ["stairs", "STAIR_WORKOUT"],
  // Apple Health
  ["wheelchair", "WheelchairWalkPace WheelchairRunPace"],
  ["handcycle", "HandCycling"],
  ["kayak", "PaddleSports"],
  ["skating", "SkatingSports"],
  ["nordicski", "CrossCountrySkiing"],
  ["elliptical", "Elliptical"],
  ["stairs", "StairClimbing Stairs"],
  // Google Fit
  ["wheelchair", "wheelchair"],
  ["handcycle", "biking.hand"],
  ["kayak", "kayaking"],
  ["paddle", "standup_paddleboarding"],
  ["skating", "skating.inline skating.cross ice_skating"],
  ["nordicski", "skiing.cross_country skiing.roller"],
  ["stairs", "stair_climbing stair_climbing.machine"],
  // Garmin's names in TCX and GPX
  ["wheelchair", "wheelchair_push_run"],
  ["paddle", "stand_up_paddleboarding_v2"],
  ["kayak", "kayaking_v2"],
  ["skating", "skating_ws"],
  ["nordicski", "cross_country_skiing_ws skate_skiing_ws"],
  // Concept2
  ["nordicski", "skierg"],
  // Names that are still mapped as before.
  ["ski", "AlpineSki BackcountrySki Snowboard skiing"],
  ["ride", "Ride Velomobile"],
  ["other", "PARASPORTS_WHEELCHAIR_BASKETBALL wheelchair_tennis Surfing Rafting Skateboard PADEL"],
]
test.each(names)("%s: %s", (kind, sports) => {
  expect(sports.split(" ").map((sport) => [sport, kindOf(sport)])).toEqual(
    sports.split(" ").map((sport) => [sport, kind]),
  )
})

test("the kinds behind Wahoo's numbers", () => {
  const named = [20, 23, 30, 31, 32, 33, 37, 38, 41, 44, 45, 70]
  expect(named.map((id) => kindOf(...workoutType(id).sports))).toEqual([
    ...["elliptical", "stairs", "nordicski", "skating", "skating", "skating"],
    ...["kayak", "kayak", "paddle", "stairs", "wheelchair", "handcycle"],
  ])
})

const [first, second] = rulesets
const day = (kind: ActivityKind, minutes: number, km: number, rules = second) =>
  score([{ kind, movingS: minutes * 60, distanceM: km * 1000 }], rules ?? first)

describe("a marathon or a similar effort", () => {
  test.each<[ActivityKind, minutes: number, km: number, before: number, now: number]>([
    ["run", 210, 42.195, 250, 250],
    ["run", 130, 42.195, 250, 250],
    ["wheelchair", 78, 42.195, 86, 216],
    ["wheelchair", 90, 42.195, 91, 222],
    ["wheelchair", 110, 42.195, 99, 232],
    ["wheelchair", 150, 42.195, 115, 244],
    // Six kilometers in an everyday wheelchair.
    ["wheelchair", 60, 6, 73, 109],
    ["handcycle", 80, 42.195, 150, 167],
    ["kayak", 180, 30, 121, 234],
    ["paddle", 240, 30, 133, 250],
    ["skating", 95, 42.195, 93, 183],
    ["nordicski", 180, 42.195, 130, 241],
    ["elliptical", 60, 10, 73, 73],
    ["stairs", 60, 0, 73, 85],
  ])("%s %i min %d km: %i until November 30, then %i", (kind, minutes, km, before, now) => {
    expect([day(kind, minutes, km, first).points, day(kind, minutes, km).points]).toEqual([before, now])
  })

  test("no day of any kind earns less under the second version, and kinds of the first earn the same", () => {
    const added = [
      "wheelchair",
      "handcycle",
      "kayak",
      "paddle",
      "skating",
      "nordicski",
      "elliptical",
      "stairs",
    ]
    for (const kind of activityKinds)
      for (const [minutes, km] of [
        [15, 0],
        [40, 8],
        [200, 60],
      ] as const) {
        const [before, now] = [day(kind, minutes, km, first).points, day(kind, minutes, km).points]
        if (added.includes(kind)) expect(now, kind).toBeGreaterThanOrEqual(before)
        else expect(now, kind).toBe(before)
      }
  })

  test("kinds that the first version did not distinguish earn the same as under their previous name", () => {
    const as = { nordicski: "ski", handcycle: "ride" } as const
    const points = (kind: ActivityKind) => day(kind, 90, 20, first).points
    for (const kind of ["wheelchair", "kayak", "paddle", "skating", "elliptical", "stairs"] as const)
      expect(points(kind), kind).toBe(points("other"))
    for (const [kind, before] of Object.entries(as))
      expect(points(kind as ActivityKind), kind).toBe(points(before))
  })
})

test.each<[ActivityKind, string]>([
  ["wheelchair", "40 min in a wheelchair = 40, 12 km = 48, active day = 25"],
  ["handcycle", "40 min handcycling at 0.8 = 32, 12 km = 24, active day = 25"],
  ["kayak", "40 min kayaking at 0.8 = 32, 12 km = 60, active day = 25"],
  ["paddle", "40 min paddleboarding at 0.8 = 32, 12 km (half beyond 75 points) = 77, active day = 25"],
  ["skating", "40 min skating at 0.8 = 32, 12 km = 30, active day = 25"],
  ["nordicski", "40 min cross-country skiing = 40, 12 km = 42, active day = 25"],
  ["elliptical", "40 min on the elliptical at 0.8 = 32, active day = 25"],
  ["stairs", "40 min climbing stairs = 40, active day = 25"],
])("%s in words", (kind, words) => {
  expect(inOneLine(day(kind, 40, 12).lines)).toBe(words)
  expect(kindWords[kind].noun).toMatch(/^[A-Z]/)
})

describe("limits", () => {
  const verdict = (
    kind: ActivityKind,
    meters: number,
    seconds: number,
    fiveMinutesKmh: number | null = null,
  ) =>
    assess(
      {
        ...sentRun({ kind, distanceM: meters, movingS: seconds, elapsedS: seconds, fiveMinutesKmh }),
        ...{
          utcOffsetS: 0,
          toldOffsetS: null,
          ends: null,
          decision: null,
          twinOf: null,
          trackS: seconds,
          trackM: meters,
        },
        receivedAt: new Date("2026-11-20T20:00:00Z"),
      },
      { countsFrom: new Date(0) },
    ).reason

  test.each<[string, ActivityKind, meters: number, seconds: number, reason: string]>([
    ["the marathon of a good racer, 1:49:30", "wheelchair", 42_195, 6570, "counted"],
    ["the record over a marathon, 1:17:47, is looked at", "wheelchair", 42_195, 4667, "unusually-fast"],
    ["faster than any chair", "wheelchair", 42_195, 3700, "too-fast"],
    ["an everyday chair", "wheelchair", 3000, 3600, "counted"],
    ["a marathon in 1:15", "handcycle", 42_195, 4500, "counted"],
    ["the hour record is looked at", "handcycle", 47_289, 3600, "unusually-fast"],
    ["more than it", "handcycle", 51_000, 3600, "too-fast"],
    ["5 km in 25 minutes", "kayak", 5000, 1500, "counted"],
    ["the record over 1,000 m, 3:22, is looked at", "kayak", 1000, 202, "unusually-fast"],
    ["a motorboat", "kayak", 20_000, 2900, "too-fast"],
    ["a tour", "paddle", 8000, 5400, "counted"],
    ["a race downwind is looked at", "paddle", 52_000, 15_000, "unusually-fast"],
    ["a motorboat", "paddle", 20_000, 3400, "too-fast"],
    ["a marathon in 1:20", "skating", 42_195, 4800, "counted"],
    ["the record over a marathon, 56:45, is looked at", "skating", 42_195, 3405, "unusually-fast"],
    ["faster than any skater", "skating", 42_195, 2900, "too-fast"],
    ["50 km in 2:10", "nordicski", 50_000, 7800, "counted"],
    ["32 km in an hour is looked at", "nordicski", 32_000, 3600, "unusually-fast"],
    ["a snowmobile", "nordicski", 43_000, 3600, "too-fast"],
    ["an hour", "elliptical", 9000, 3600, "counted"],
    ["an hour", "stairs", 0, 3600, "counted"],
    ["stairs at the speed of a bicycle", "stairs", 20_000, 3600, "unusually-fast"],
  ])("%s: %s %i m in %i s is %s", (_, kind, meters, seconds, reason) => {
    expect(verdict(kind, meters, seconds)).toBe(reason)
  })

  test("a car is recognized by its fastest five minutes", () => {
    for (const kind of [
      "wheelchair",
      "handcycle",
      "kayak",
      "paddle",
      "skating",
      "nordicski",
      "stairs",
    ] as const)
      expect(verdict(kind, 2000, 1200, limits[kind].fiveMinutesKmh.impossible + 1), kind).toBe("too-fast")
  })
})
