import { Hono } from "hono"
import { deleteCookie, getCookie } from "hono/cookie"
import { z } from "zod"
import { accept, callbackPath } from "#domain/competition/intake/strava/connection.ts"
import { onEvent } from "#domain/competition/intake/strava/events.ts"
import type { Strava } from "#domain/strava.ts"
import type { World } from "#domain/world.ts"
import { equal } from "#primitives/secrets.ts"
import type { AppEnv } from "../context.ts"
import { refuse } from "../errors.ts"

interface StravaEndpointOptions {
  world: World
  strava: Strava
  /** What we told Strava to say when it tries the address out. */
  verifyToken: string
}

/** The cookie that ties a connection to the browser in which it was begun. */
export const stateCookie = "strava_state"

/** Where Strava sends events. They are not signed, so the address itself is a secret of this installation. */
export function webhookPath(world: Pick<World, "sign">): string {
  return `/webhooks/strava/${world.sign("strava webhook", "events").slice(0, 32)}`
}

const id = z.union([z.number().int(), z.string().regex(/^\d{1,20}$/)]).transform(String)
const eventShape = z.object({
  object_type: z.enum(["activity", "athlete"]),
  object_id: id,
  aspect_type: z.enum(["create", "update", "delete"]),
  owner_id: id,
  subscription_id: id,
  event_time: z.number().int(),
  updates: z.record(z.string(), z.unknown()).default({}),
})

/** Events of Strava, and the way back of an athlete who connects. */
export function stravaEndpoint({ world, strava, verifyToken }: StravaEndpointOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const path = webhookPath(world)

  // The handshake: Strava tries the address out before it subscribes.
  app.get(path, (c) => {
    const { "hub.mode": mode, "hub.challenge": challenge, "hub.verify_token": token } = c.req.query()
    if (mode !== "subscribe" || !challenge || !token || !equal(token, verifyToken)) {
      return refuse(c, {
        status: 403,
        code: "wrong_verify_token",
        title: "Not subscribed",
        message: "This is not how a subscription is confirmed, or the verify token is another one.",
      })
    }
    return c.json({ "hub.challenge": challenge })
  })

  app.post(path, async (c) => {
    const read = eventShape.safeParse(exactJson(await c.req.text()))
    if (!read.success)
      return refuse(c, {
        status: 400,
        code: "invalid_event",
        title: "Not understood",
        message: "This is no event.",
      })
    const { subscription_id, updates, ...event } = read.data
    const [known] = await world.db.sql<{ value: string }>`
      select value from private.settings where name = 'strava_subscription'
    `
    // Somebody else's subscription is acknowledged, so that it is not repeated, and left.
    if (!known || known.value === subscription_id) {
      const told: Record<string, string> =
        updates.authorized === undefined ? {} : { authorized: String(updates.authorized) }
      await onEvent(world, { ...event, updates: told })
    }
    return c.json({})
  })

  app.get(callbackPath, async (c) => {
    const { state = "", code = "", scope = "", error } = c.req.query()
    const own = getCookie(c, stateCookie) ?? ""
    deleteCookie(c, stateCookie, { path: callbackPath })
    const back = (outcome: string) => c.redirect(`/account?strava=${outcome}`, 303)
    if (error) return back("declined")
    if (!state || !code || !equal(own, state)) return back("unknown_state")
    const accepted = await accept(world, strava, { state, code, scopes: scope.split(/[ ,]+/) })
    return back(accepted.ok ? "connected" : accepted.code)
  })
  return app
}

/** JSON whose large ids stay exact: whole numbers that JavaScript would round become text. Undefined for no JSON. */
function exactJson(text: string): unknown {
  const keep = (_key: string, value: unknown, { source }: { source: string }) =>
    Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value
  try {
    return JSON.parse(text, keep as (key: string, value: unknown) => unknown)
  } catch {
    return undefined
  }
}
