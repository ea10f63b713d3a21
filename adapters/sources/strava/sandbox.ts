/**
 * A sandbox for Strava: the same URLs, responses, errors, limits and events, with its own athletes in memory. For tests and
 * for trying the connection out (`npm run sources:sandbox`); never part of a running site.
 */
import { Hono } from "hono"
import { apiRoutes } from "./sandbox/api.ts"
import { oauthRoutes } from "./sandbox/oauth.ts"
import {
  createInside,
  endGrants,
  goodManners,
  type Inside,
  type SandboxManners,
  type SandboxOptions,
  type SandboxState,
} from "./sandbox/state.ts"
import { push, subscriptionRoutes } from "./sandbox/subscriptions.ts"

export interface StravaSandbox extends SandboxState {
  app: Hono
  /** Adds or changes an activity and notifies the subscriber. Returns its id. */
  record(athlete: string, fields?: Record<string, unknown>, id?: string): Promise<string>
  remove(id: string): Promise<void>
  /** The athlete revokes the grant on Strava's own pages. */
  deauthorize(athlete: string): Promise<void>
  /** Somebody who knows the webhook address falsely claims that the athlete revoked the grant. */
  claimDeauthorized(athlete: string): Promise<void>
  /** Sends an event unchanged; returns the subscriber's status, or null without a subscriber. */
  push(event: Record<string, unknown>): Promise<number | null>
}

export function createStravaSandbox(
  options: SandboxOptions,
  inside: Inside = createInside(options),
): StravaSandbox {
  const { activities } = inside.state
  let lastId = 9_007_199_254_740_993n // Beyond what JavaScript counts exactly, as Strava's ids will be.
  const tell = (type: "activity" | "athlete", id: number | string, event: Record<string, unknown>) =>
    push(inside, { object_type: type, object_id: id, ...event })

  const app = new Hono()
  app.route("/oauth", oauthRoutes(inside))
  app.route("/api/v3/push_subscriptions", subscriptionRoutes(inside))
  app.route("/api/v3", apiRoutes(inside))
  const sandbox: StravaSandbox = Object.assign(inside.state, {
    app,
    async record(athlete: string, fields: Record<string, unknown> = {}, id = String(lastId++)) {
      const known = activities.get(id)
      activities.set(id, { id, athlete, fields: { ...known?.fields, ...fields } })
      await tell("activity", id, {
        aspect_type: known ? "update" : "create",
        owner_id: Number(athlete),
        updates: known ? { title: "changed" } : {},
      })
      return id
    },
    async remove(id: string) {
      const owner = Number(activities.get(id)?.athlete)
      activities.delete(id)
      await tell("activity", id, { aspect_type: "delete", owner_id: owner })
    },
    async deauthorize(athlete: string) {
      endGrants(inside, (grant) => grant.athlete === athlete)
      await sandbox.claimDeauthorized(athlete)
    },
    async claimDeauthorized(athlete: string) {
      const owner_id = Number(athlete)
      await tell("athlete", owner_id, { aspect_type: "update", owner_id, updates: { authorized: "false" } })
    },
    push: (event: Record<string, unknown>) => push(inside, event),
  })
  app.route("/sandbox", deskRoutes(sandbox, inside))
  return sandbox
}

/** For trying it out; Strava itself has no such endpoints. */
function deskRoutes(
  sandbox: Pick<StravaSandbox, "record" | "remove" | "deauthorize" | "manners">,
  inside: Inside,
): Hono {
  const app = new Hono()
  app.post("/activities", async (c) => {
    const {
      athlete = "1001",
      id,
      meters,
      ...fields
    } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
    const given = { ...fields, ...(meters === undefined ? {} : { distance: meters }) }
    return c.json(
      { id: await sandbox.record(String(athlete), given, id === undefined ? undefined : String(id)) },
      201,
    )
  })
  // The subscription, without its handshake.
  app.put("/webhook", async (c) => {
    inside.subscription = { id: 314, callback: ((await c.req.json()) as { address: string }).address }
    return c.body(null, 204)
  })
  app.delete("/activities/:id", async (c) => {
    await sandbox.remove(c.req.param("id"))
    return c.body(null, 204)
  })
  app.delete("/athletes/:id/grant", async (c) => {
    await sandbox.deauthorize(c.req.param("id"))
    return c.body(null, 204)
  })
  // {"refusesTokens": true} and the other failures of sandbox/state.ts; {} restores normal behavior.
  app.put("/manners", async (c) => {
    const given = (await c.req.json().catch(() => ({}))) as Partial<SandboxManners>
    Object.assign(sandbox.manners, goodManners, given)
    return c.json(sandbox.manners)
  })
  return app
}
