import { Hono } from "hono"
import { fault } from "./answers.ts"
import { type Inside, randomToken, seconds } from "./state.ts"

/** The application's only subscription: created after its handshake, shown, deleted. */
export function subscriptionRoutes(inside: Inside): Hono {
  const { client } = inside
  const app = new Hono()

  app.post("/", async (c) => {
    const form = await c.req.parseBody()
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return c.json(fault("Application", "invalid"), 401)
    if (inside.subscription) return c.json(fault("PushSubscription", "already exists"), 400)
    const callback = String(form.callback_url)
    if (!(await shakesHands(callback, String(form.verify_token))))
      return c.json(fault("PushSubscription", "callback url not verifiable"), 400)
    inside.subscription = { id: 314, callback }
    return c.json({ id: 314 }, 201)
  })

  app.get("/", (c) => {
    const { subscription } = inside
    return c.json(subscription ? [{ id: subscription.id, callback_url: subscription.callback }] : [])
  })

  app.delete("/:id", (c) => {
    if (Number(c.req.param("id")) !== inside.subscription?.id)
      return c.json(fault("PushSubscription", "not found"), 404)
    inside.subscription = null
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

/** Sends an event, with the manners of the moment; returns the subscriber's status, or null without a subscriber. */
export async function push(inside: Inside, event: Record<string, unknown>): Promise<number | null> {
  const { subscription, state } = inside
  if (!subscription) return null
  const id = state.manners.forged ? subscription.id + 1 : subscription.id
  const body = { subscription_id: id, event_time: seconds(inside), updates: {}, ...event }
  // Ids are numbers, as in Strava's events.
  const text = JSON.stringify(body).replace(/"object_id":"(\d+)"/, '"object_id":$1')
  inside.lastEvent = text
  if (state.manners.late) {
    inside.waiting.push(text)
    return null
  }
  const status = await deliver(inside, text)
  return state.manners.doubled ? deliver(inside, text) : status
}

/** Sends the text of an event. */
export async function deliver({ subscription }: Inside, text: string): Promise<number | null> {
  if (!subscription) return null
  const answer = await fetch(subscription.callback, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: text,
    signal: AbortSignal.timeout(5000),
  })
  await answer.body?.cancel()
  return answer.status
}
