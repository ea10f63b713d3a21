import { Hono } from "hono"
import {
  createInside,
  type Held,
  localTime,
  type StandIn,
  type StandInEnv,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

const media = "application/vnd.c2logbook.v1+json"
const machines = { run: "rower", ride: "bike", row: "rower" }

/** A stand-in for the Concept2 Logbook: tenths of a second, its own media type, events that anybody could forge. */
export function createConcept2Sandbox(options: StandInOptions): StandIn {
  let lastId = 80_000
  const inside = createInside(
    {
      name: "concept2",
      title: "Concept2 Logbook",
      accessSeconds: 604_800,
      renews: true,
      athletes: { "8001": "Sandbox Ana", "8002": "Sandbox Ben" },
      newId: () => String(lastId++),
      phrase(kind, held) {
        const data =
          kind === "removed"
            ? { type: "result-deleted", result_id: Number(held.id) }
            : { type: kind === "added" ? "result-added" : "result-updated", result: asResult(held) }
        return { body: JSON.stringify({ data }), headers: {} }
      },
    },
    options,
  )
  const { app } = inside
  app.get("/oauth/authorize", inside.consent)
  app.post("/oauth/access_token", inside.token())

  const api = new Hono<StandInEnv>()
  api.use("*", async (c, next) =>
    c.req.header("accept") === media ? next() : c.json({ message: "unknown version" }, 406),
  )
  api.use("*", inside.guard())
  api.get("/users/me", (c) => c.json({ data: { id: Number(c.get("athlete")), username: "sandbox" } }))
  api.get("/users/me/results", (c) => {
    const { from = "", page = "1", number = "50" } = c.req.query()
    const own = inside.own(c.get("athlete")).filter(({ workout }) => localTime(workout) >= from)
    const size = Number(number)
    const shown = own.slice((Number(page) - 1) * size, Number(page) * size)
    const pagination = { current_page: Number(page), total_pages: Math.max(1, Math.ceil(own.length / size)) }
    return c.json({ data: shown.map(asResult), meta: { pagination } })
  })
  api.get("/users/me/results/:id", (c) => {
    const held = inside.held.get(c.req.param("id"))
    return held?.athlete === c.get("athlete")
      ? c.json({ data: asResult(held) })
      : c.json({ message: "gone" }, 404)
  })
  app.route("/api", api)
  return inside
}

function asResult({ id, athlete, workout, foreign }: Held) {
  return {
    id: Number(id),
    user_id: Number(athlete),
    date: localTime(workout).replace("T", " "),
    timezone: workout.utcOffsetS === -28_800 ? "America/Los_Angeles" : null,
    date_utc: workout.startedAt.toISOString().slice(0, 19).replace("T", " "),
    distance: workout.meters,
    type: machines[workout.sport],
    time: workout.seconds * 10,
    source: foreign ? "Web" : "ErgData iOS",
    verified: !foreign,
    privacy: "partners",
    comments: workout.name,
    stroke_data: true,
  }
}
