import { gzipSync } from "node:zlib"
import { Hono } from "hono"
import {
  createInside,
  type Held,
  localTime,
  type StandIn,
  type StandInEnv,
  type StandInGrant,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

const sports = { run: "Run", ride: "Ride", row: "Rowing" }

/** A stand-in for Intervals.icu: a secret in the body, compressed original files, stubs for activities from Strava. */
export function createIntervalsSandbox(options: StandInOptions & { webhookSecret: string }): StandIn {
  let lastId = 70_000
  const inside = createInside(
    {
      name: "intervals",
      title: "Intervals.icu",
      accessSeconds: null,
      renews: false,
      athletes: { i7001: "Sandbox Ana", i7002: "Sandbox Ben" },
      newId: () => `i${lastId++}`,
      phrase(kind, held) {
        // Activities from Strava are never announced.
        if (kind === "removed" || held.foreign) return null
        const secret = inside.faults.forged ? "another secret" : options.webhookSecret
        const type = kind === "added" ? "ACTIVITY_UPLOADED" : "ACTIVITY_ANALYZED"
        const event = {
          athlete_id: held.athlete,
          type,
          timestamp: held.updatedAt.toISOString(),
          activity: asRow(held),
        }
        const other = { athlete_id: held.athlete, type: "CALENDAR_UPDATED", timestamp: event.timestamp }
        return { body: JSON.stringify({ secret, events: [other, event] }), headers: {} }
      },
    },
    options,
  )
  const { app } = inside
  app.get("/oauth/authorize", inside.consent)
  const answer = ({ athlete }: StandInGrant) => ({
    scope: "ACTIVITY:READ",
    athlete: { id: athlete, name: inside.athletes.get(athlete) },
  })
  app.post("/api/oauth/token", inside.token({ answer }))

  const api = new Hono<StandInEnv>()
  api.use("*", async (c, next) =>
    // As Cloudflare does in front of the real service.
    /^(node|undici|axios|$)/i.test(c.req.header("user-agent") ?? "")
      ? c.text("error code: 1010", 403)
      : next(),
  )
  api.use("*", inside.guard())
  api.get("/athlete/0/activities", (c) => {
    const { oldest = "", newest = "9" } = c.req.query()
    const own = inside.own(c.get("athlete")).filter(({ workout }) => {
      const day = localTime(workout).slice(0, 10)
      return day >= oldest && day <= newest
    })
    return c.json(own.map(asRow))
  })
  api.get("/activity/:id", (c) => {
    const held = inside.held.get(c.req.param("id"))
    return held?.athlete === c.get("athlete") ? c.json(asRow(held)) : c.json({ error: "not found" }, 404)
  })
  api.get("/activity/:id/file", (c) => {
    const held = inside.held.get(c.req.param("id"))
    const file = held?.athlete === c.get("athlete") ? inside.fileOf(held) : null
    if (inside.faults.files === "elsewhere") return c.redirect("http://127.0.0.1:9/internal", 302)
    return file ? c.body(new Uint8Array(gzipSync(file))) : c.json({ error: "not found" }, 404)
  })
  api.delete("/disconnect-app", (c) => {
    inside.grants = inside.grants.filter(({ athlete }) => athlete !== c.get("athlete"))
    return c.body(null, 200)
  })
  app.route("/api/v1", api)

  function asRow({ id, workout, foreign, updatedAt }: Held) {
    if (foreign)
      return {
        id,
        source: "STRAVA",
        start_date_local: localTime(workout),
        _note: "STRAVA activities are not available via the API",
      }
    return {
      id,
      source: "GARMIN_CONNECT",
      type: sports[workout.sport],
      name: workout.name,
      start_date: `${workout.startedAt.toISOString().slice(0, 19)}Z`,
      start_date_local: localTime(workout),
      moving_time: workout.seconds,
      elapsed_time: workout.seconds,
      distance: workout.meters,
      device_name: "Garmin Forerunner 965",
      file_type: inside.faults.files === "none" ? null : "fit",
      analyzed: updatedAt.toISOString(),
    }
  }
  return inside
}
