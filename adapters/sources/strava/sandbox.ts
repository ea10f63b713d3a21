/**
 * A stand-in for Strava: the same URLs, responses, errors, limits and events, with its own athletes in memory. For
 * tests and for trying out the connection (`npm run sources:sandbox`); never part of a production site.
 */
import {
  createInside,
  type Held,
  type StandIn,
  type StandInGrant,
  type StandInOptions,
} from "../stand-in/stand-in.ts"
import { applicationFault, fault } from "./sandbox/answers.ts"
import { apiRoutes, type Limits } from "./sandbox/api.ts"
import { phraseEvent, subscriptionRoutes } from "./sandbox/subscriptions.ts"

interface StravaSandbox extends StandIn {
  limits: Limits
  /** Clubs by athlete. */
  clubs: Map<string, string[]>
  /** Adds or changes an activity with these fields of Strava's response, and sends an event. Returns its id. */
  recordAs(athlete: string, fields?: Record<string, unknown>, id?: string): Promise<string>
  /**
   * Simulates a forged event from a sender who knows the webhook address, claiming that the athlete revoked the grant.
   */
  claimDeauthorized(athlete: string): Promise<void>
  /** Sends an event unchanged; returns the subscriber's status, or null without a subscriber. */
  push(event: Record<string, unknown>): Promise<number | null>
}

export function createStravaSandbox(options: StandInOptions): StravaSandbox {
  let lastId = 9_007_199_254_740_993n // Beyond JavaScript's integer precision, as Strava's ids will be.
  const aspects = { added: "create", changed: "update", removed: "delete" } as const
  const inside = createInside(
    {
      name: "strava",
      title: "Strava",
      accessSeconds: 21_600,
      renews: true,
      // With more than an hour left, the same pair is returned. Otherwise a new one invalidates it immediately.
      keepsPair: ({ until }, seconds) => until - seconds > 3600,
      athletes: { "1001": "Sandbox Ana", "1002": "Sandbox Ben" },
      newId: () => String(lastId++),
      phrase: (kind, held) =>
        phraseEvent(inside, {
          object_type: "activity",
          object_id: held.id,
          aspect_type: aspects[kind],
          owner_id: Number(held.athlete),
          event_time: Math.floor((kind === "removed" ? inside.now() : held.updatedAt).getTime() / 1000),
          updates: kind === "changed" ? { title: "changed" } : {},
        }),
    },
    options,
  )
  const sandbox: StravaSandbox = Object.assign(inside, {
    limits: { quarter: 200, day: 2000, quarterUsed: 0, dayUsed: 0, headers: "true" } as Limits,
    clubs: new Map([["1001", ["77"]]]),
    recordAs: (athlete: string, fields: Held["fields"] = {}, id?: string) =>
      inside.record(athlete, {}, { fields, ...(id === undefined ? {} : { id }) }),
    async claimDeauthorized(athlete: string) {
      const id = Number(athlete)
      const updates = { authorized: "false" }
      await sandbox.push({
        object_type: "athlete",
        object_id: id,
        aspect_type: "update",
        owner_id: id,
        updates,
      })
    },
    push: (event: Record<string, unknown>) => inside.send(phraseEvent(inside, event)),
    async deauthorize(athlete: string) {
      inside.grants = inside.grants.filter((grant) => grant.athlete !== athlete)
      await sandbox.claimDeauthorized(athlete)
    },
  })
  const { app } = inside
  app.get("/oauth/authorize", inside.consent)
  app.post(
    "/oauth/token",
    inside.token({
      answer: (grant, { grant_type }) => ({
        expires_at: Math.floor(grant.until),
        ...(grant_type === "authorization_code" ? ownerOf(grant) : {}),
      }),
      refuse(c, refused) {
        if (refused === "invalid_grant") return c.json(fault("RefreshToken", "invalid"), 400)
        const { body, status } = applicationFault(inside.faults.refusesApplication ?? "credentials")
        return c.json(body, status)
      },
    }),
  )
  app.post("/oauth/revoke", async (c) => {
    const { id, secret } = inside.client
    const expected = `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`
    if (c.req.header("authorization") !== expected) return c.json(fault("Application", "invalid"), 401)
    const { token } = await c.req.parseBody()
    inside.grants = inside.grants.filter(({ access, refresh }) => access !== token && refresh !== token)
    return c.json({})
  })
  app.route("/api/v3/push_subscriptions", subscriptionRoutes(inside))
  app.route("/api/v3", apiRoutes(inside, sandbox.limits, sandbox.clubs))
  return sandbox
}

function ownerOf({ athlete, scope }: StandInGrant) {
  return { scope, athlete: { id: Number(athlete) } }
}
