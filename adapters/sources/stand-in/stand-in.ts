/**
 * The common part of all stand-ins for services: athletes and workouts in memory, grants, events, and simulated
 * failures. Each stand-in is next to its client and implements its service's protocol; for tests and for trying out
 * connections (`npm run sources:sandbox`).
 */
import { createHash, randomBytes } from "node:crypto"
import { type Context, Hono, type MiddlewareHandler } from "hono"
import { html } from "hono/html"
import type { Service } from "#ports/services.ts"
import { type Faults, noFaults } from "./faults.ts"
import { fitFile, type StandInWorkout } from "./fit-file.ts"

export interface Held {
  id: string
  athlete: string
  workout: StandInWorkout
  /** Whether it came from another service. */
  foreign: boolean
  /** Changes with every edit. */
  updatedAt: Date
  /** Fields of the service's response that supplement or replace the usual ones. */
  fields: Record<string, unknown>
}

export interface StandInGrant {
  athlete: string
  access: string
  /** Null for services that never refresh tokens. */
  refresh: string | null
  /** Seconds since 1970. */
  until: number
  scope: string
}

export interface StandInOptions {
  clientId: string
  clientSecret: string
  now?: () => Date
  /** The URL at which it is reached, once it listens. */
  url(): string
}

/** How a service formats and signs an event. */
interface PhrasedEvent {
  body: string
  headers: Record<string, string>
}

interface Dialect {
  name: Service["name"]
  title: string
  /** Lifetime of access tokens in seconds; null if they do not expire. */
  accessSeconds: number | null
  renews: boolean
  /** Whether refreshing this grant returns the same pair of tokens. */
  keepsPair?(grant: StandInGrant, seconds: number): boolean
  athletes: Record<string, string>
  newId(): string
  phrase(kind: "added" | "changed" | "removed", held: Held): PhrasedEvent | null
}

export interface StandIn {
  name: Service["name"]
  app: Hono
  athletes: Map<string, string>
  held: Map<string, Held>
  grants: StandInGrant[]
  /** The requested paths. */
  calls: string[]
  faults: Faults
  /** Where events are sent. */
  webhook: string | null
  /** Adds or changes a workout, and sends an event. Returns its id. */
  record(athlete: string, workout?: Partial<StandInWorkout>, options?: RecordOptions): Promise<string>
  remove(id: string): Promise<void>
  /** Sends the events that were held back, in reverse order. Returns the response statuses. */
  sendLate(): Promise<number[]>
  /** Sends the last event again. */
  repeat(): Promise<number | null>
  /** The athlete revokes the grant at the service. */
  deauthorize(athlete: string): Promise<void>
}

interface RecordOptions {
  id?: string
  foreign?: boolean
  silent?: boolean
  fields?: Record<string, unknown>
}

/** The reasons for refusing an API request. */
type Refused = "down" | "too_many" | "application" | "token"

interface GuardOptions {
  /** Reads the access token as this service expects it; by default from the header `authorization`. */
  tokenOf?(c: Context): string | undefined
  /** Whether this request exceeds a limit that the service counts. */
  exceeds?(): boolean
  /** Formats a refusal, if the service has its own format. */
  refuse?(c: Context, refused: Refused): Response | undefined
}

type GrantRefused = "invalid_client" | "invalid_grant"

interface TokenOptions {
  /** Fields of the response that supplement or replace the usual ones. */
  answer?(grant: StandInGrant, form: Record<string, string>): Record<string, unknown>
  refuse?(c: Context, refused: GrantRefused): Response | undefined
}

interface Inside extends StandIn {
  now(): Date
  /** The recording of a workout, subject to the simulated failures; null if there is none. */
  fileOf(held: Held): Buffer | null
  /** Checks the access token and the simulated failures; sets the athlete. */
  guard(options?: GuardOptions): MiddlewareHandler<StandInEnv>
  /** The consent page, to be mounted at the service's path. */
  consent: MiddlewareHandler
  /**
   * The token endpoint (RFC 6749, 4.1.3 and 6), to be mounted at the service's path. The client secret is in the form
   * or in HTTP Basic.
   */
  token(options?: TokenOptions): (c: Context) => Promise<Response>
  client: { id: string; secret: string }
  /** The workouts in an athlete's list, latest first. */
  own(athlete: string): Held[]
  send(event: PhrasedEvent): Promise<number | null>
}

export interface StandInEnv {
  Variables: { athlete: string }
}

export const randomToken = () => randomBytes(20).toString("hex")

export function createInside(dialect: Dialect, options: StandInOptions): Inside {
  const { clientId, clientSecret, now = () => new Date() } = options
  const codes = new Map<
    string,
    { athlete: string; redirectUri: string; challenge: string | null; scope: string }
  >()
  const app = new Hono()
  let lastEvent: PhrasedEvent | null = null
  const waiting: PhrasedEvent[] = []
  const seconds = () => now().getTime() / 1000

  const inside: Inside = {
    name: dialect.name,
    app,
    athletes: new Map(Object.entries(dialect.athletes)),
    held: new Map(),
    grants: [],
    calls: [],
    faults: { ...noFaults },
    webhook: null,
    client: { id: clientId, secret: clientSecret },
    now,
    own: (athlete) =>
      [...inside.held.values()]
        .filter((one) => one.athlete === athlete && !inside.faults.listsNothing)
        .sort((a, b) => b.workout.startedAt.getTime() - a.workout.startedAt.getTime()),
    fileOf({ workout }) {
      const whole = fitFile(workout)
      if (inside.faults.files === "none") return null
      return inside.faults.files === "half" ? whole.subarray(0, whole.length / 2) : whole
    },
    guard: ({ tokenOf = bearerOf, exceeds = () => false, refuse } = {}) =>
      async function guard(c, next) {
        inside.calls.push(c.req.path)
        const token = tokenOf(c)
        const grant = inside.grants.find(({ access, until }) => access === token && until > seconds())
        const refused = refusedBy(inside.faults, exceeds(), grant)
        if (refused) return refuse?.(c, refused) ?? usualRefusal(c, refused, inside.faults)
        c.set("athlete", grant?.athlete ?? "")
        return next()
      },
    async consent(c) {
      const { redirect_uri = "", state = "", client_id, scope = "", code_challenge } = c.req.query()
      if (client_id !== clientId) return c.json({ error: "invalid_client" }, 400)
      const links = [...inside.athletes].map(([id, name]) => {
        const code = randomToken()
        codes.set(code, { athlete: id, redirectUri: redirect_uri, challenge: code_challenge ?? null, scope })
        const query = new URLSearchParams({ state, code, ...(scope ? { scope } : {}) })
        return html`<li><a href="${redirect_uri}?${query}">Authorize as ${name}</a></li>`
      })
      const no = new URLSearchParams({ state, error: "access_denied" })
      return c.html(html`<!doctype html><html lang="en"><title>${dialect.title} stand-in</title>
<h1>${dialect.title} stand-in</h1><p>This is not ${dialect.title}. It asks for: ${scope || "everything"}</p>
<ul>${links}<li><a href="${redirect_uri}?${no}">Decline</a></li></ul>`)
    },
    token: ({ answer, refuse } = {}) =>
      async function token(c) {
        const form = { ...(await formOf(c.req)), ...basicFields(c.req.header("authorization")) }
        const grant = grantFor(form)
        if (typeof grant === "string")
          return refuse?.(c, grant) ?? c.json({ error: grant }, grant === "invalid_client" ? 401 : 400)
        const said = answer?.(grant, form)
        return c.json({
          access_token: grant.access,
          token_type: "bearer",
          ...(grant.refresh === null ? {} : { refresh_token: grant.refresh }),
          ...(dialect.accessSeconds === null ? {} : { expires_in: Math.floor(grant.until - seconds()) }),
          ...said,
        })
      },
    async send(event) {
      lastEvent = event
      if (inside.faults.late) {
        waiting.push(event)
        return null
      }
      const status = await deliver(event)
      return inside.faults.doubled ? deliver(event) : status
    },
    async record(athlete, workout = {}, order = {}) {
      const { id = dialect.newId(), foreign = false, silent = false, fields = {} } = order
      const known = inside.held.get(id)
      const held: Held = {
        id,
        athlete,
        workout: { ...(known?.workout ?? usual(now())), ...workout },
        foreign,
        updatedAt: new Date(Math.max(now().getTime(), (known?.updatedAt.getTime() ?? 0) + 1000)),
        fields: { ...known?.fields, ...fields },
      }
      inside.held.set(id, held)
      const event = dialect.phrase(known ? "changed" : "added", held)
      if (event && !silent) await inside.send(event)
      return id
    },
    async remove(id) {
      const held = inside.held.get(id)
      if (!held) return
      inside.held.delete(id)
      const event = dialect.phrase("removed", held)
      if (event) await inside.send(event)
    },
    async sendLate() {
      const statuses: number[] = []
      for (const event of waiting.splice(0).reverse()) statuses.push((await deliver(event)) ?? 0)
      return statuses
    },
    repeat: async () => (lastEvent ? deliver(lastEvent) : null),
    async deauthorize(athlete) {
      inside.grants = inside.grants.filter((grant) => grant.athlete !== athlete)
    },
  }

  /** Exchanges a code or refreshes a grant. */
  function grantFor(form: Record<string, string>): StandInGrant | GrantRefused {
    const { faults } = inside
    const { refusesApplication: because } = faults
    if (because === "credentials" || (because && form.grant_type === "authorization_code"))
      return "invalid_client"
    if (form.client_id !== clientId || form.client_secret !== clientSecret) return "invalid_client"
    if (form.grant_type === "authorization_code") {
      const given = codes.get(form.code ?? "")
      codes.delete(form.code ?? "")
      if (!given || given.redirectUri !== (form.redirect_uri ?? given.redirectUri)) return "invalid_grant"
      const challenge = createHash("sha256")
        .update(form.code_verifier ?? "")
        .digest("base64url")
      if (given.challenge !== null && given.challenge !== challenge) return "invalid_grant"
      return issue(given)
    }
    const old = inside.grants.find(({ refresh }) => refresh !== null && refresh === form.refresh_token)
    if (!old || faults.refusesRefreshes) return "invalid_grant"
    if (dialect.keepsPair?.(old, seconds())) return old
    // The previous pair becomes invalid immediately.
    inside.grants.splice(inside.grants.indexOf(old), 1)
    return issue(old)
  }

  function issue({ athlete, scope }: Pick<StandInGrant, "athlete" | "scope">): StandInGrant {
    const grant = {
      athlete,
      scope,
      access: randomToken(),
      refresh: dialect.renews ? randomToken() : null,
      until: dialect.accessSeconds === null ? Number.POSITIVE_INFINITY : seconds() + dialect.accessSeconds,
    }
    inside.grants.push(grant)
    return grant
  }

  async function deliver({ body, headers }: PhrasedEvent): Promise<number | null> {
    if (!inside.webhook) return null
    const answer = await fetch(inside.webhook, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body,
      signal: AbortSignal.timeout(5000),
    })
    await answer.body?.cancel()
    return answer.status
  }

  app.use("*", async (c, next) => {
    const { filesRefusedWith } = inside.faults
    const isFile = /\.fit$|\/fit$|\/file$|\/activityFile$/.test(c.req.path)
    return filesRefusedWith !== null && isFile ? c.body(null, filesRefusedWith) : next()
  })
  app.route("/sandbox", desk(inside))
  return inside
}

/** Why a request is refused: because of simulated failures, or of the state of the grant for its token. */
function refusedBy(faults: Faults, exceeds: boolean, grant: StandInGrant | undefined): Refused | null {
  if (faults.down) return "down"
  if (faults.refusesApplication) return "application"
  if (faults.tooMany || exceeds) return "too_many"
  return !grant || faults.refusesTokens ? "token" : null
}

function usualRefusal(c: Context, refused: Refused, { tooMany }: Faults): Response {
  if (refused === "down") return c.text("unavailable", 503)
  if (refused === "application") return c.json({ error: "forbidden" }, 403)
  if (refused === "token") return c.json({ error: "invalid_token" }, 401)
  return c.text("too many", 429, tooMany?.retryAfter ? { "retry-after": tooMany.retryAfter } : {})
}

function bearerOf(c: Context): string | undefined {
  return /^Bearer (.+)$/.exec(c.req.header("authorization") ?? "")?.[1]
}

/** For trying it out; the real services have no such endpoints. */
function desk(inside: Inside): Hono {
  const app = new Hono()
  app.post("/activities", async (c) => {
    const { athlete, id, fields, ...workout } = (await c.req.json().catch(() => ({}))) as Record<
      string,
      unknown
    >
    const [first = ""] = inside.athletes.keys()
    const { startedAt } = workout
    const given = { ...workout, ...(startedAt ? { startedAt: new Date(String(startedAt)) } : {}) }
    const options = {
      ...(id ? { id: String(id) } : {}),
      ...(fields ? { fields: fields as Held["fields"] } : {}),
    }
    return c.json({ id: await inside.record(String(athlete ?? first), given, options) }, 201)
  })
  app.delete("/activities/:id", async (c) => {
    await inside.remove(c.req.param("id"))
    return c.body(null, 204)
  })
  app.delete("/athletes/:id/grant", async (c) => {
    await inside.deauthorize(c.req.param("id"))
    return c.body(null, 204)
  })
  app.put("/webhook", async (c) => {
    inside.webhook = ((await c.req.json()) as { address: string }).address
    return c.body(null, 204)
  })
  // {"refusesTokens": true} and the others of faults.ts; {} restores normal behavior.
  app.put("/faults", async (c) => {
    Object.assign(inside.faults, noFaults, await c.req.json().catch(() => ({})))
    return c.json(inside.faults)
  })
  return app
}

/** Ten kilometers in an hour, two hours ago. */
function usual(now: Date): StandInWorkout {
  const startedAt = new Date(Math.floor((now.getTime() - 7_200_000) / 1000) * 1000)
  return { sport: "run", startedAt, utcOffsetS: -28_800, seconds: 3600, meters: 10_000, name: "Morning run" }
}

/** "2026-11-18T07:00:00", in the local time of the workout. */
export function localTime({ startedAt, utcOffsetS }: StandInWorkout): string {
  return new Date(startedAt.getTime() + utcOffsetS * 1000).toISOString().slice(0, 19)
}

/** Fields of a form, as text. */
async function formOf(request: {
  parseBody(): Promise<Record<string, unknown>>
}): Promise<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(await request.parseBody()).map(([name, value]) => [name, String(value)]),
  )
}

/** The client's id and secret of HTTP Basic as form fields. */
export function basicFields(header: string | undefined): Record<string, string> {
  if (!header?.startsWith("Basic ")) return {}
  const [client_id = "", client_secret = ""] = Buffer.from(header.slice(6), "base64").toString().split(":")
  return { client_id, client_secret }
}
