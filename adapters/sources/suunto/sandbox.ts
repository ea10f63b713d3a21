import { createHmac } from "node:crypto"
import { Hono } from "hono"
import {
  createInside,
  type Held,
  type StandIn,
  type StandInEnv,
  type StandInGrant,
  type StandInOptions,
} from "../stand-in/stand-in.ts"

/** A stand-in for Suunto's cloud API, as far as it is documented: signed events, a subscription key, FIT files only. */
export function createSuuntoSandbox(
  options: StandInOptions & { webhookSecret: string; subscriptionKey: string },
): StandIn {
  let lastId = 0x5a0
  const inside = createInside(
    {
      name: "suunto",
      title: "Suunto",
      accessSeconds: 86_400,
      renews: true,
      athletes: { "sandbox-ana": "Sandbox Ana", "sandbox-ben": "Sandbox Ben" },
      newId: () => (lastId++).toString(16).padStart(24, "0"),
      phrase(kind, held) {
        const type = { added: "WORKOUT_CREATED", changed: "WORKOUT_UPDATED", removed: "WORKOUT_DELETED" }[
          kind
        ]
        const body = JSON.stringify({ type, username: held.athlete, workout: asWorkout(held) })
        const key = inside.faults.forged ? "another secret" : options.webhookSecret
        const signature = createHmac("sha256", key).update(body).digest("hex")
        return { body, headers: { "x-hmac-sha256-signature": signature } }
      },
    },
    options,
  )
  const { app } = inside
  app.get("/oauth/authorize", inside.consent)
  const answer = (grant: StandInGrant) => {
    // The token is a JWT; the stand-in does not sign it.
    const claims = JSON.stringify({ user: grant.athlete, nonce: grant.access })
    grant.access = `e30.${Buffer.from(claims).toString("base64url")}.`
    return { access_token: grant.access }
  }
  app.post("/oauth/token", inside.token({ answer }))
  app.get("/oauth/deauthorize", (c) => {
    const token = c.req.header("authorization")?.replace("Bearer ", "")
    inside.grants = inside.grants.filter(({ access }) => access !== token)
    return c.body(null, 200)
  })

  const api = new Hono<StandInEnv>()
  api.use("*", async (c, next) =>
    c.req.header("ocp-apim-subscription-key") === options.subscriptionKey
      ? next()
      : c.text("no subscription", 403),
  )
  api.use("*", inside.guard())
  api.get("/workouts/", (c) => {
    const { since = "0", limit = "50", offset = "0" } = c.req.query()
    const own = inside
      .own(c.get("athlete"))
      .filter(({ workout }) => workout.startedAt.getTime() > Number(since))
    return c.json({
      error: null,
      payload: own.slice(Number(offset), Number(offset) + Number(limit)).map(asWorkout),
    })
  })
  api.get("/workouts/:key/fit", (c) => {
    const held = inside.held.get(c.req.param("key"))
    if (inside.faults.files === "elsewhere") return c.redirect("http://127.0.0.1:9/internal", 302)
    const file = held?.athlete === c.get("athlete") ? inside.fileOf(held) : null
    return file ? c.body(new Uint8Array(file)) : c.json({ error: "not found" }, 404)
  })
  app.route("/v3", api)
  return inside
}

function asWorkout({ id, workout, updatedAt }: Held) {
  return {
    workoutKey: id,
    activityId: 1,
    startTime: workout.startedAt.getTime(),
    totalTime: workout.seconds,
    totalDistance: workout.meters,
    lastModified: updatedAt.getTime(),
  }
}
