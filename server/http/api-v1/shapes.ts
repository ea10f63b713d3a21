import { z } from "@hono/zod-openapi"
import { metrics } from "#content/races.ts"

/*
 * What the interface sends, field by field. The domain has already left out what the viewer may not see (private.display), and a
 * field that is not listed here is not sent: each one was read against the terms of every source (docs/sources.md).
 */

export const day = z.string().openapi({ format: "date", example: "2026-11-20" })
export const instant = z.string().openapi({ format: "date-time" })
const credits = z
  .array(z.string())
  .readonly()
  .openapi({ description: "Attributions that must be shown beside the numbers.", example: ["Polar"] })

/** An athlete whose name the viewer may see. */
export const athlete = z
  .object({
    id: z.string().openapi({ description: "Part of addresses.", example: "ada-vale" }),
    name: z.string(),
    url: z.string().openapi({ format: "uri" }),
  })
  .openapi("Athlete")

export const boardRow = z
  .object({
    place: z.int().openapi({ description: "Equal places are shared: 1, 2, 2, 4." }),
    athlete: athlete.nullable().openapi({ description: "Null for an athlete who is not shown." }),
    points: z.int().nullable(),
    activeDays: z.int().nullable(),
    move: z.int().nullable().openapi({ description: "Places gained since the day before." }),
    sample: z.boolean().openapi({ description: "An invented athlete, to be marked as such." }),
    credits,
  })
  .openapi("BoardRow")

const table = {
  revision: z.string().openapi({ description: "Differs once a place has changed." }),
  total: z.int().openapi({ description: "Athletes or teams with a place." }),
  next: z.string().nullable().openapi({ description: "`cursor` of the next page; null on the last one." }),
}

export const board = z
  .object({ board: z.string(), title: z.string(), from: day, to: day.nullable(), zone: z.string() })
  .openapi("Board")

export const boardPage = board
  .extend({ updatedAt: instant.nullable(), ...table, rows: z.array(boardRow) })
  .openapi("BoardPage")

const line = z
  .object({
    part: z.enum(["time", "distance", "consistency", "limit"]),
    kind: z.string().optional(),
    text: z.string(),
    points: z.int(),
  })
  .openapi("ScoreLine")

export const explainedDay = z
  .object({
    day,
    points: z.int().nullable(),
    active: z.boolean(),
    lines: z.array(line).nullable().openapi({ description: "They add up to the points." }),
    credits,
  })
  .openapi("ExplainedDay")

export const season = z
  .object({
    season: z.string().openapi({ example: "monthly-2026-11" }),
    title: z.string(),
    from: day,
    to: day,
    closedAt: instant,
    ruleset: z.int(),
    athletes: z.int(),
    provisional: z.boolean().openapi({ description: "Nothing is awarded yet." }),
    winners: z.array(
      z.object({
        place: z.int(),
        prize: z.string(),
        athlete: athlete.nullable(),
        points: z.int().nullable(),
        sample: z.boolean(),
        credits,
      }),
    ),
  })
  .openapi("Season")

export const seasonResults = z
  .object({ ...table, rows: z.array(boardRow.omit({ move: true })) })
  .openapi("SeasonResults")

export const race = z
  .object({
    season: z.string(),
    race: z.string(),
    title: z.string(),
    description: z.string(),
    metric: z.enum(Object.keys(metrics) as [keyof typeof metrics, ...(keyof typeof metrics)[]]),
    unit: z.string(),
    entrants: z.enum(["athletes", "teams", "together"]),
    from: day,
    to: day,
    final: z.boolean(),
  })
  .openapi("Race")

export const racePage = race
  .extend({
    ...table,
    rows: z.array(
      z.object({
        place: z.int(),
        athlete: athlete.nullable(),
        value: z.int().nullable(),
        days: z.int().nullable(),
        sample: z.boolean(),
        credits,
      }),
    ),
  })
  .openapi("RacePage")

export const team = z
  .object({
    team: z.int().openapi({ description: "Its number in the race." }),
    name: z.string(),
    url: z.string().openapi({ format: "uri" }),
    place: z.int().nullable(),
    members: z.int(),
    points: z.int().nullable(),
    activeDays: z.int().nullable(),
    credits,
  })
  .openapi("Team")

export const teams = race.extend({ teams: z.array(team) }).openapi("Teams")

export const teamMembers = z
  .object({
    members: z.array(z.object({ name: z.string(), points: z.int(), activeDays: z.int(), credits })),
  })
  .openapi("TeamMembers")

export const session = z
  .object({
    event: z.string(),
    title: z.string(),
    day,
    startsAt: instant,
    endsAt: instant,
    zone: z.string(),
    location: z.string(),
    address: z.string(),
    canceled: z.boolean(),
    url: z.string().openapi({ format: "uri" }),
    calendar: z
      .string()
      .openapi({ format: "uri", description: "The session as a file for calendar programs." }),
  })
  .openapi("EventSession")

export const me = z
  .object({
    athlete,
    visibility: z.enum(["public", "members", "hidden"]),
    units: z.enum(["metric", "imperial"]),
    zone: z.string(),
    places: z.array(z.object({ board: z.string(), place: z.int(), total: z.int() })),
  })
  .openapi("Me")

export const activity = z
  .object({
    id: z.string(),
    source: z.string(),
    kind: z.string(),
    name: z.string().nullable(),
    day,
    startedAt: instant,
    elapsedSeconds: z.int(),
    movingSeconds: z.int(),
    distanceMeters: z.int(),
    status: z.enum(["counted", "review", "excluded"]),
    reason: z.string().nullable().openapi({ description: "Why it counts, or why not." }),
    credit: z.string().nullable(),
  })
  .openapi("Activity")

export const uploadAccepted = z
  .object({ import: z.string().openapi({ format: "uuid" }), url: z.string().openapi({ format: "uri" }) })
  .openapi("UploadAccepted")

export const importState = z
  .object({
    import: z.string(),
    finished: z.boolean(),
    recordings: z.array(
      z.object({
        name: z.string(),
        outcome: z.enum(["stored", "refused"]),
        reason: z.string().nullable(),
        activities: z.int(),
      }),
    ),
  })
  .openapi("Import")
