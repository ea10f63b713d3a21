import { Hono } from "hono"
import {
  createInside,
  type Held,
  type StandIn,
  type StandInEnv,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

const types = { run: 1, ride: 15, row: 22 }
/** The maximum number of valid tokens per athlete. */
const mostTokens = 10

interface WahooSandbox extends StandIn {
  /** Tokens that were not revoked, by athlete. */
  alive: Map<string, number>
  /** Whether the application is not approved yet. */
  unapproved: boolean
}

/**
 * A stand-in for the Wahoo Cloud API: counted tokens, an unsigned webhook with a token in its body, files on a separate
 * host.
 */
export function createWahooSandbox(options: StandInOptions & { webhookToken: string }): WahooSandbox {
  let lastId = 9_007_199_254_740_993n
  const inside = createInside(
    {
      name: "wahoo",
      title: "Wahoo",
      accessSeconds: 7200,
      renews: true,
      athletes: { "61001": "Sandbox Ana", "61002": "Sandbox Ben" },
      newId: () => String(lastId++),
      phrase(kind, held) {
        if (kind === "removed") return null
        const token = inside.faults.forged ? "another token" : options.webhookToken
        const summary = JSON.stringify({
          ...summaryOf(held),
          workout: { id: "ID", starts: held.workout.startedAt },
        })
        const user = `{"id":${held.athlete}}`
        // Ids beyond JavaScript's integer precision are numbers in its JSON.
        const text = summary.replace('"id":"ID"', `"id":${held.id}`)
        const body = `{"event_type":"workout_summary","webhook_token":${JSON.stringify(token)},"user":${user},"workout_summary":${text}}`
        return { body, headers: {} }
      },
    },
    options,
  )
  const sandbox: WahooSandbox = Object.assign(inside, { alive: new Map<string, number>(), unapproved: false })
  const { app } = inside

  function summaryOf({ id, workout, foreign, updatedAt }: Held) {
    const host = inside.faults.files === "elsewhere" ? "http://127.0.0.1:9" : options.url()
    return {
      id: 1,
      updated_at: updatedAt.toISOString(),
      distance_accum: String(workout.meters),
      duration_active_accum: String(workout.seconds),
      duration_total_accum: String(workout.seconds),
      ascent_accum: "12.5",
      manual: false,
      fitness_app_id: foreign ? 1001 : 3,
      file: inside.faults.files === "none" ? null : { url: `${host}/cdn/${id}.fit` },
    }
  }
  const asWorkout = (held: Held) => {
    const { workout, updatedAt } = held
    const fields = {
      starts: workout.startedAt.toISOString(),
      minutes: Math.round(workout.seconds / 60),
      name: workout.name,
      workout_type_id: types[workout.sport],
      updated_at: updatedAt.toISOString(),
      workout_summary: summaryOf(held),
    }
    return `{"id":${held.id},${JSON.stringify(fields).slice(1)}`
  }
  const json = { "content-type": "application/json" }

  app.get("/oauth/authorize", inside.consent)
  app.use("/oauth/token", async (c, next) => {
    const { refresh_token } = await c.req.parseBody()
    const owner = inside.grants.find(({ refresh }) => refresh === refresh_token)?.athlete
    if (owner && (sandbox.alive.get(owner) ?? 0) >= mostTokens)
      return c.json({ error: "Too many unrevoked access tokens exist for this app and user" }, 400)
    return next()
  })
  app.post(
    "/oauth/token",
    inside.token({
      answer({ athlete }) {
        sandbox.alive.set(athlete, (sandbox.alive.get(athlete) ?? 0) + 1)
        return {}
      },
      // A refused grant is answered without an error code.
      refuse: (c, refused) => (refused === "invalid_grant" ? c.body(null, 400) : undefined),
    }),
  )
  app.get("/cdn/:file", (c) => {
    const held = inside.held.get(c.req.param("file").replace(/\.fit$/, ""))
    const file = held ? inside.fileOf(held) : null
    return file ? c.body(new Uint8Array(file)) : c.body(null, 404)
  })

  const api = new Hono<StandInEnv>()
  api.use("*", async (c, next) => (sandbox.unapproved ? c.json({ error: "unapproved" }, 422) : next()))
  api.use("*", inside.guard())
  api.use("*", async (c, next) => {
    await next()
    const used = inside.calls.length % 100
    c.res.headers.set("x-ratelimit-limit", "200, 1000, 5000")
    c.res.headers.set(
      "x-ratelimit-remaining",
      [200, 1000, 5000].map((most) => Math.max(0, most - used)).join(", "),
    )
    c.res.headers.set("x-ratelimit-reset", "120, 1200, 40000")
    return c.res
  })
  api.get("/user", (c) => c.json({ id: Number(c.get("athlete")) }))
  api.delete("/permissions", (c) => {
    sandbox.alive.set(c.get("athlete"), 0)
    inside.grants = inside.grants.filter(({ athlete }) => athlete !== c.get("athlete"))
    return c.json({ success: true })
  })
  api.get("/workouts", (c) => {
    const [page, size] = [Number(c.req.query("page") ?? 1), Number(c.req.query("per_page") ?? 30)]
    const shown = inside.own(c.get("athlete")).slice((page - 1) * size, page * size)
    return c.body(
      `{"workouts":[${shown.map(asWorkout).join(",")}],"page":${page},"per_page":${size}}`,
      200,
      json,
    )
  })
  api.get("/workouts/:id", (c) => {
    const held = inside.held.get(c.req.param("id"))
    return held?.athlete === c.get("athlete")
      ? c.body(asWorkout(held), 200, json)
      : c.json({ error: "not found" }, 404)
  })
  app.route("/v1", api)
  return sandbox
}
