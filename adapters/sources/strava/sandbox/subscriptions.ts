import { Hono } from "hono"
import { type createInside, randomToken } from "../../stand-in/stand-in.ts"
import { fault } from "./answers.ts"

type Inside = ReturnType<typeof createInside>

/** The id of the application's only subscription. */
const subscriptionId = 314

/** The application's only subscription: created after its handshake, shown, deleted. */
export function subscriptionRoutes(inside: Inside): Hono {
  const { client } = inside
  const app = new Hono()

  app.post("/", async (c) => {
    const form = await c.req.parseBody()
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return c.json(fault("Application", "invalid"), 401)
    if (inside.webhook !== null) return c.json(fault("PushSubscription", "already exists"), 400)
    const callback = String(form.callback_url)
    if (!(await shakesHands(callback, String(form.verify_token))))
      return c.json(fault("PushSubscription", "callback url not verifiable"), 400)
    inside.webhook = callback
    return c.json({ id: subscriptionId }, 201)
  })

  app.get("/", (c) =>
    c.json(inside.webhook === null ? [] : [{ id: subscriptionId, callback_url: inside.webhook }]),
  )

  app.delete("/:id", (c) => {
    if (inside.webhook === null || Number(c.req.param("id")) !== subscriptionId)
      return c.json(fault("PushSubscription", "not found"), 404)
    inside.webhook = null
    return c.body(null, 204)
  })
  return app
}

async function shakesHands(callback: string, verifyToken: string): Promise<boolean> {
  const challenge = randomToken()
  const query = new URLSearchParams({
    "hub.mode": "subscribe",
    "hub.challenge": challenge,
    "hub.verify_token": verifyToken,
  })
  const answer = await fetch(`${callback}?${query}`, { signal: AbortSignal.timeout(2000) }).catch(() => null)
  const body = (await answer?.json().catch(() => null)) as { "hub.challenge"?: string } | null
  return body?.["hub.challenge"] === challenge
}

/** An event of the subscription; a forged one has another subscription's id. Nothing is signed. */
export function phraseEvent({ faults, now }: Inside, event: Record<string, unknown>) {
  const body = {
    subscription_id: faults.forged ? subscriptionId + 1 : subscriptionId,
    event_time: Math.floor(now().getTime() / 1000),
    updates: {},
    ...event,
  }
  // Ids are numbers, as in Strava's events.
  return { body: JSON.stringify(body).replace(/"object_id":"(\d+)"/, '"object_id":$1'), headers: {} }
}
