/**
 * A stand-in for Strava: the same addresses, answers, refusals, limits and events, with athletes of its own in memory. For
 * tests and for trying the connection out (`npm run strava:sandbox`); it is no part of a running site.
 */
import { randomBytes } from "node:crypto"
import { Hono } from "hono"
import { html } from "hono/html"

interface SandboxActivity {
  id: string
  athlete: string
  /** The answer's fields beside id and athlete. */
  fields: Record<string, unknown>
}

interface SandboxEnv {
  Variables: { athlete: string }
}

export interface StravaSandbox {
  app: Hono<SandboxEnv>
  /** Athletes by id, with their clubs. */
  athletes: Map<string, { name: string; clubs: string[] }>
  activities: Map<string, SandboxActivity>
  /** Adds or changes an activity and tells the subscriber. */
  record(athlete: string, fields?: Record<string, unknown>, id?: string): Promise<string>
  remove(id: string): Promise<void>
  /** The athlete takes the grant back on Strava's own pages. */
  deauthorize(athlete: string): Promise<void>
  /** Sends an event as it is; answers the subscriber's status, or null when nobody subscribes. */
  push(event: Record<string, unknown>): Promise<number | null>
  /** Calls that were answered, by path. */
  calls: string[]
  limits: { quarter: number; day: number; quarterUsed: number; dayUsed: number }
  /** Access tokens end after this many seconds. */
  accessSeconds: number
}

interface Grant {
  athlete: string
  access: string
  refresh: string
  until: number
}

interface SandboxOptions {
  clientId: string
  clientSecret: string
  now?: () => Date
}

export function createStravaSandbox({
  clientId,
  clientSecret,
  now = () => new Date(),
}: SandboxOptions): StravaSandbox {
  const grants: Grant[] = []
  const codes = new Map<string, { athlete: string; scope: string }>()
  let subscription: { id: number; callback: string } | null = null
  let lastId = 9_007_199_254_740_993n // Beyond what JavaScript counts exactly, as Strava's ids will be.
  const seconds = () => Math.floor(now().getTime() / 1000)
  const app = new Hono<SandboxEnv>()

  const sandbox: StravaSandbox = {
    app,
    athletes: new Map([
      ["1001", { name: "Sandbox Ana", clubs: ["77"] }],
      ["1002", { name: "Sandbox Ben", clubs: [] }],
    ]),
    activities: new Map(),
    calls: [],
    limits: { quarter: 200, day: 2000, quarterUsed: 0, dayUsed: 0 },
    accessSeconds: 21_600,
    async record(athlete, fields = {}, id = String(lastId++)) {
      const known = sandbox.activities.has(id)
      sandbox.activities.set(id, {
        id,
        athlete,
        fields: { ...sandbox.activities.get(id)?.fields, ...fields },
      })
      await sandbox.push({
        object_type: "activity",
        object_id: id,
        aspect_type: known ? "update" : "create",
        owner_id: Number(athlete),
        updates: known ? { title: "changed" } : {},
      })
      return id
    },
    async remove(id) {
      const activity = sandbox.activities.get(id)
      sandbox.activities.delete(id)
      await sandbox.push({
        object_type: "activity",
        object_id: id,
        aspect_type: "delete",
        owner_id: Number(activity?.athlete),
      })
    },
    async deauthorize(athlete) {
      for (const grant of grants.filter((one) => one.athlete === athlete))
        grants.splice(grants.indexOf(grant), 1)
      await sandbox.push({
        object_type: "athlete",
        object_id: Number(athlete),
        aspect_type: "update",
        owner_id: Number(athlete),
        updates: { authorized: "false" },
      })
    },
    async push(event) {
      if (!subscription) return null
      const body = { subscription_id: subscription.id, event_time: seconds(), updates: {}, ...event }
      // Ids as numbers, as Strava writes them.
      const text = JSON.stringify(body).replace(/"object_id":"(\d+)"/, '"object_id":$1')
      const answer = await fetch(subscription.callback, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: text,
        signal: AbortSignal.timeout(2000),
      })
      await answer.body?.cancel()
      return answer.status
    },
  }

  const grantOf = (token: string | undefined) =>
    grants.find((grant) => grant.access === token && grant.until > seconds())
  const issue = (athlete: string): Grant => {
    const grant = { athlete, access: secret(), refresh: secret(), until: seconds() + sandbox.accessSeconds }
    grants.push(grant)
    return grant
  }
  const asToken = (grant: Grant) => ({
    token_type: "Bearer",
    access_token: grant.access,
    refresh_token: grant.refresh,
    expires_at: grant.until,
    expires_in: grant.until - seconds(),
  })
  const fault = (resource: string, code: string) => ({
    message: "Fault",
    errors: [{ resource, field: "", code }],
  })

  app.get("/oauth/authorize", (c) => {
    const { redirect_uri = "", state = "", scope = "", client_id } = c.req.query()
    if (client_id !== clientId) return c.json(fault("Application", "invalid"), 400)
    const links = [...sandbox.athletes].map(([id, { name }]) => {
      const code = secret()
      codes.set(code, { athlete: id, scope })
      const query = new URLSearchParams({ state, code, scope })
      return html`<li><a href="${redirect_uri}?${query}">Authorize as ${name}</a></li>`
    })
    const no = new URLSearchParams({ state, error: "access_denied" })
    return c.html(html`<!doctype html><html lang="en"><title>Strava sandbox</title><h1>Strava sandbox</h1>
      <p>This is a stand-in, not Strava. It asks for: ${scope}</p><ul>${links}
      <li><a href="${redirect_uri}?${no}">Decline</a></li></ul>`)
  })

  app.post("/oauth/token", async (c) => {
    const form = await c.req.parseBody()
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      return c.json(fault("Application", "invalid"), 401)
    if (form.grant_type === "authorization_code") {
      const given = codes.get(String(form.code))
      codes.delete(String(form.code))
      if (!given) return c.json(fault("RequestToken", "invalid"), 400)
      return c.json({
        ...asToken(issue(given.athlete)),
        scope: given.scope,
        athlete: { id: Number(given.athlete) },
      })
    }
    const old = grants.find((grant) => grant.refresh === form.refresh_token)
    if (!old) return c.json(fault("RefreshToken", "invalid"), 400)
    // More than an hour left: the same pair again. Else a new one, and the old is dead at once.
    if (old.until - seconds() > 3600) return c.json(asToken(old))
    grants.splice(grants.indexOf(old), 1)
    return c.json(asToken(issue(old.athlete)))
  })

  app.post("/oauth/revoke", async (c) => {
    const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}`
    if (c.req.header("authorization") !== expected) return c.json(fault("Application", "invalid"), 401)
    const { token } = await c.req.parseBody()
    const grant = grants.find((one) => one.access === token || one.refresh === token)
    if (grant) grants.splice(grants.indexOf(grant), 1)
    return c.json({})
  })

  app.use("/api/v3/*", async (c, next) => {
    if (c.req.path.startsWith("/api/v3/push_subscriptions")) return next()
    const { limits } = sandbox
    limits.quarterUsed++
    limits.dayUsed++
    sandbox.calls.push(c.req.path)
    const over = limits.quarterUsed > limits.quarter || limits.dayUsed > limits.day
    const grant = grantOf(/^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1])
    if (over) c.res = c.json(fault("Application", "Rate Limit Exceeded"), 429)
    else if (!grant) c.res = c.json(fault("Athlete", "invalid"), 401)
    else {
      c.set("athlete", grant.athlete)
      await next()
    }
    for (const prefix of ["X-RateLimit", "X-ReadRateLimit"]) {
      c.res.headers.set(`${prefix}-Limit`, `${limits.quarter},${limits.day}`)
      c.res.headers.set(`${prefix}-Usage`, `${limits.quarterUsed},${limits.dayUsed}`)
    }
    return c.res
  })
  app.get("/api/v3/activities/:id", (c) => {
    const activity = sandbox.activities.get(c.req.param("id"))
    if (!activity || activity.athlete !== c.get("athlete")) return c.json(fault("Activity", "not found"), 404)
    return c.body(asJson(activity, now()), 200, { "content-type": "application/json" })
  })
  app.get("/api/v3/athlete/activities", (c) => {
    const { after = "0", page = "1", per_page = "30" } = c.req.query()
    const size = Math.min(200, Number(per_page))
    const own = [...sandbox.activities.values()]
      .filter((activity) => activity.athlete === c.get("athlete"))
      .filter(
        (activity) => Date.parse(String(withDefaults(activity, now()).start_date)) / 1000 > Number(after),
      )
      .filter((activity) => !activity.fields.private)
    const shown = own.slice((Number(page) - 1) * size, Number(page) * size)
    return c.body(`[${shown.map((one) => asJson(one, now())).join(",")}]`, 200, {
      "content-type": "application/json",
    })
  })
  app.get("/api/v3/athlete/clubs", (c) => {
    const athlete = sandbox.athletes.get(c.get("athlete"))
    return c.json((athlete?.clubs ?? []).map((id) => ({ id: Number(id), name: `Club ${id}` })))
  })

  app.post("/api/v3/push_subscriptions", async (c) => {
    const form = await c.req.parseBody()
    if (form.client_id !== clientId || form.client_secret !== clientSecret)
      return c.json(fault("Application", "invalid"), 401)
    if (subscription) return c.json(fault("PushSubscription", "already exists"), 400)
    const challenge = secret()
    const query = new URLSearchParams({
      "hub.mode": "subscribe",
      "hub.challenge": challenge,
      "hub.verify_token": String(form.verify_token),
    })
    const answer = await fetch(`${form.callback_url}?${query}`, { signal: AbortSignal.timeout(2000) }).catch(
      () => null,
    )
    const body = (await answer?.json().catch(() => null)) as { "hub.challenge"?: string } | null
    if (body?.["hub.challenge"] !== challenge)
      return c.json(fault("PushSubscription", "callback url not verifiable"), 400)
    subscription = { id: 314, callback: String(form.callback_url) }
    return c.json({ id: 314 }, 201)
  })
  app.get("/api/v3/push_subscriptions", (c) =>
    c.json(subscription ? [{ id: subscription.id, callback_url: subscription.callback }] : []),
  )
  app.delete("/api/v3/push_subscriptions/:id", (c) => {
    if (!subscription || Number(c.req.param("id")) !== subscription.id)
      return c.json(fault("PushSubscription", "not found"), 404)
    subscription = null
    return c.body(null, 204)
  })

  // For people who try it out; the true Strava has nothing like these.
  app.post("/sandbox/activities", async (c) => {
    const { athlete = "1001", ...fields } = (await c.req.json().catch(() => ({}))) as Record<string, unknown>
    return c.json({ id: await sandbox.record(String(athlete), fields) }, 201)
  })
  app.delete("/sandbox/activities/:id", async (c) => {
    await sandbox.remove(c.req.param("id"))
    return c.body(null, 204)
  })
  app.delete("/sandbox/athletes/:id/grant", async (c) => {
    await sandbox.deauthorize(c.req.param("id"))
    return c.body(null, 204)
  })
  return sandbox
}

function withDefaults(activity: SandboxActivity, at: Date): Record<string, unknown> {
  const start = new Date(at.getTime() - 7_200_000)
  const iso = (date: Date) => `${date.toISOString().slice(0, 19)}Z`
  return {
    name: "Morning Run",
    sport_type: "Run",
    type: "Run",
    distance: 10_000.4,
    moving_time: 3600,
    elapsed_time: 3700,
    total_elevation_gain: 55.2,
    max_speed: 4.1,
    start_date: iso(start),
    start_date_local: iso(new Date(start.getTime() - 8 * 3_600_000)),
    timezone: "(GMT-08:00) America/Los_Angeles",
    manual: false,
    private: false,
    visibility: "everyone",
    flagged: false,
    trainer: false,
    map: { summary_polyline: "abc" },
    ...activity.fields,
  }
}

/** As JSON with the id in plain digits. */
function asJson(activity: SandboxActivity, at: Date): string {
  const rest = JSON.stringify({ athlete: { id: Number(activity.athlete) }, ...withDefaults(activity, at) })
  return `{"id":${activity.id},${rest.slice(1)}`
}

function secret(): string {
  return randomBytes(20).toString("hex")
}
