import { createHmac } from "node:crypto"
import { Hono } from "hono"
import {
  basicFields,
  createInside,
  type Held,
  localTime,
  randomToken,
  type StandIn,
  type StandInEnv,
  type StandInGrant,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

const sports = { run: "RUNNING", ride: "ROAD_BIKING", row: "INDOOR_ROWING" }

interface PolarSandbox extends StandIn {
  /** Athletes who have not accepted Polar's own terms. */
  withoutConsent: Set<string>
  registered: Set<string>
  /** Polar deactivates the webhook after a week of failures. */
  webhookActive: boolean
}

/** A stand-in for Polar AccessLink: registration, signed events after an unsigned ping, local times, FIT files. */
export function createPolarSandbox(options: StandInOptions): PolarSandbox {
  let secret = ""
  let webhook: { id: string; url: string; events: string[] } | null = null
  let lastId = 100
  const inside = createInside(
    {
      name: "polar",
      title: "Polar",
      accessSeconds: null,
      renews: false,
      athletes: { "5001": "Sandbox Ana", "5002": "Sandbox Ben" },
      newId: () => `2AC${lastId++}F`,
      phrase(kind, held) {
        // Polar sends no events for edits and deletions: an edit shows up in the list.
        if (kind === "removed") return null
        const body = JSON.stringify({
          event: "EXERCISE",
          user_id: Number(held.athlete),
          entity_id: held.id,
          timestamp: held.updatedAt.toISOString(),
          url: `${options.url()}/v3/exercises/${held.id}`,
        })
        const key = inside.faults.forged ? "another secret" : secret
        return {
          body,
          headers: { "polar-webhook-signature": createHmac("sha256", key).update(body).digest("hex") },
        }
      },
    },
    options,
  )
  const sandbox: PolarSandbox = Object.assign(inside, {
    withoutConsent: new Set<string>(),
    registered: new Set<string>(),
    webhookActive: true,
  })
  const { app } = inside
  app.get("/oauth2/authorization", inside.consent)
  const answer = ({ athlete }: StandInGrant) => ({ expires_in: 315_360_000, x_user_id: Number(athlete) })
  app.post("/v2/oauth2/token", inside.token({ answer }))

  app.use("/v3/webhooks/*", async (c, next) => {
    const given = basicFields(c.req.header("authorization"))
    if (given.client_id !== inside.client.id || given.client_secret !== inside.client.secret)
      return c.json({ error: "invalid_client" }, 401)
    return next()
  })
  app.get("/v3/webhooks", (c) =>
    c.json({ data: webhook ? [{ ...webhook, active: sandbox.webhookActive }] : [] }),
  )
  app.post("/v3/webhooks", async (c) => {
    const { events, url } = (await c.req.json()) as { events: string[]; url: string }
    if (webhook) return c.json({ error: "already_exists" }, 409)
    // The ping is sent before the client can know the secret.
    const ping = await fetch(url, { method: "POST", body: JSON.stringify({ event: "PING", timestamp: "" }) })
    await ping.body?.cancel()
    if (ping.status !== 200) return c.json({ error: "ping_failed" }, 400)
    secret = randomToken()
    webhook = { id: randomToken().slice(0, 8), url, events }
    inside.webhook = url
    sandbox.webhookActive = true
    return c.json({ data: { ...webhook, signature_secret_key: secret } }, 201)
  })
  app.post("/v3/webhooks/activate", (c) => {
    sandbox.webhookActive = true
    return c.body(null, 200)
  })
  app.delete("/v3/webhooks/:id", (c) => {
    webhook = null
    inside.webhook = null
    return c.body(null, 204)
  })

  const api = new Hono<StandInEnv>()
  api.use("*", inside.guard())
  api.use("*", async (c, next) => {
    if (sandbox.withoutConsent.has(c.get("athlete"))) return c.json({ error: "consents" }, 403)
    await next()
    c.res.headers.set("ratelimit-limit", "520, 5100")
    c.res.headers.set("ratelimit-usage", `${inside.calls.length % 100}, ${inside.calls.length % 100}`)
    c.res.headers.set("ratelimit-reset", "600, 40000")
    return c.res
  })
  api.post("/users", async (c) => {
    const athlete = c.get("athlete")
    if (sandbox.registered.has(athlete)) return c.json({ error: "already registered" }, 409)
    const { "member-id": member } = (await c.req.json()) as { "member-id"?: string }
    if (!member) return c.json({ error: "member-id" }, 400)
    sandbox.registered.add(athlete)
    return c.json({ "polar-user-id": Number(athlete) })
  })
  api.delete("/users/:id", (c) => {
    sandbox.registered.delete(c.get("athlete"))
    inside.grants = inside.grants.filter(({ athlete }) => athlete !== c.get("athlete"))
    return c.body(null, 204)
  })
  api.get("/exercises", (c) => {
    const month = inside.now().getTime() - 30 * 86_400_000
    const own = inside.own(c.get("athlete")).filter(({ workout }) => workout.startedAt.getTime() > month)
    return c.json(own.map(asExercise))
  })
  api.get("/exercises/:id", (c) => {
    const held = inside.held.get(c.req.param("id"))
    return held?.athlete === c.get("athlete") ? c.json(asExercise(held)) : c.json({ error: "not_found" }, 404)
  })
  api.get("/exercises/:id/fit", (c) => {
    const held = inside.held.get(c.req.param("id"))
    const file = held?.athlete === c.get("athlete") ? inside.fileOf(held) : null
    if (inside.faults.files === "elsewhere") return c.redirect("http://127.0.0.1:9/internal", 302)
    return file ? c.body(new Uint8Array(file)) : c.json({ error: "not_found" }, 404)
  })
  app.route("/v3", api)
  return sandbox
}

function asExercise({ id, workout, updatedAt }: Held) {
  return {
    id,
    upload_time: updatedAt.toISOString(),
    device: "Polar Vantage V3",
    start_time: localTime(workout),
    start_time_utc_offset: workout.utcOffsetS / 60,
    duration: `PT${workout.seconds}S`,
    distance: workout.meters,
    sport: "OTHER",
    detailed_sport_info: sports[workout.sport],
    has_route: workout.sport !== "row",
  }
}
