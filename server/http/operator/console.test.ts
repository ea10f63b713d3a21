import { randomUUID } from "node:crypto"
import { Hono } from "hono"
import { afterAll, beforeAll, expect, test } from "vitest"
import { onActivity } from "#domain/competition/pipeline.ts"
import { readConsoleState, shownTo } from "#domain/operator/moved.ts"
import type { Operator } from "#domain/operator/roles.ts"
import type { Claims } from "#platform/gateway/contract.ts"
import { addAthlete, createCompetitionWorld, sentRun } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import type { AppEnv } from "../context.ts"
import { sameOriginOnly } from "../guard/same-origin.ts"
import { consoleEndpoint } from "./console.ts"

type Site = NonNullable<Parameters<typeof consoleEndpoint>[1]["site"]>
/** The page of the site that a test shows. */
let shownPage: Site["fetch"] = async () => new Response(null, { status: 500 })
let t: TestWorld
let app: Hono<AppEnv>
const stopping = new AbortController()
const tokens = new Map<string, Claims>()
beforeAll(async () => {
  t = await createCompetitionWorld()
  t.world.settings.operatorsNeedSecondFactor = true
  app = new Hono<AppEnv>()
  app.use(sameOriginOnly(t.world.settings.siteUrl))
  app.route(
    "/",
    consoleEndpoint(t.world, {
      stopping: stopping.signal,
      verifyToken: async (token) => tokens.get(token) ?? null,
      pages: {
        fetch: async (request, { operator }: { operator: Operator }) =>
          new Response(`${operator.role} at ${new URL(request.url).pathname}`),
      },
      site: { fetch: (request, page) => shownPage(request, page) },
    }),
  )
  app.all("*", async (c) => c.text(`Nothing is at this address. ${(await c.req.text()).length}`, 404))
})
afterAll(() => t.close())

interface Member {
  userId: string
  authSessionId: string
  token: string
}

async function member(role: string | null, changes: { aal?: string; says?: unknown } = {}): Promise<Member> {
  const [userId, authSessionId, token] = [randomUUID(), randomUUID(), randomUUID()]
  const { sql } = t.world.db
  const now = t.world.now()
  const meta = role ? { role } : {}
  await sql`
    insert into auth.users (id, email, raw_app_meta_data)
    values (${userId}, ${`${userId}@example.com`}, ${sql.json(meta)})`
  await sql`
    insert into auth.sessions (id, user_id, created_at, updated_at)
    values (${authSessionId}, ${userId}, ${now}, ${now})`
  const at = now.getTime() / 1000
  tokens.set(token, {
    sub: userId,
    session_id: authSessionId,
    aal: changes.aal ?? "aal2",
    amr: [
      { method: "totp", timestamp: at - 60 },
      { method: "password", timestamp: at },
    ],
    app_metadata: { role: changes.says ?? role },
  })
  return { userId, authSessionId, token }
}

const sameOrigin = { "sec-fetch-site": "same-origin" }

function exchange(token: string, query = "", more: Record<string, string> = {}) {
  return app.request(`/operator/session${query}`, {
    method: "POST",
    headers: { ...sameOrigin, ...more },
    body: new URLSearchParams({ token }),
  })
}

/** The cookie of an opened console, as the browser sends it back. */
async function open(token: string): Promise<string> {
  const answer = await exchange(token)
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
}

async function visit(cookie: string, path = "/operator", more: RequestInit = {}) {
  return app.request(path, { ...more, headers: { cookie, ...sameOrigin, ...more.headers } })
}

test("A token of an owner with a second factor opens the console; its cookie is sent only to the console", async () => {
  const { token } = await member("owner")
  const answer = await exchange(token, "?next=%2Foperator%2Freview")
  expect(answer.status).toBe(303)
  expect(answer.headers.get("location")).toBe("/operator/review")
  const cookie = answer.headers.get("set-cookie") ?? ""
  for (const part of ["HttpOnly", "SameSite=Strict", "Path=/operator"]) expect(cookie).toContain(part)
  expect(await (await visit(cookie.split(";")[0] ?? "", "/operator/review")).text()).toBe(
    "owner at /operator/review",
  )
  expect((await exchange(token, "?next=https%3A%2F%2Fevil.example")).headers.get("location")).toBe(
    "/operator",
  )
  for (const next of [
    "/operator//evil.example",
    "/operator/../account",
    "/operator/%2e%2e/account",
    "//evil.example/operator",
  ])
    expect((await exchange(token, `?next=${encodeURIComponent(next)}`)).headers.get("location")).toBe(
      "/operator",
    )
})

test("The stored session contains no token, and the time of the second factor rather than the password's", async () => {
  const { token, userId } = await member("helper")
  const cookie = await open(token)
  const [row] = await t.world.db.sql<{ all: string; proven_at: Date }>`
    select s::text as all, proven_at from private.cookie_sessions s where user_id = ${userId}`
  expect(row?.all).not.toContain(cookie.split("=")[1])
  expect(row?.proven_at).toEqual(new Date(t.world.now().getTime() - 60_000))
})

test.each([
  ["a member", { role: null }],
  ["an operator of an earlier version", { role: "operator" }],
  ["a member whose token says owner", { role: null, says: "owner" }],
  ["a member whose token says owner, without a second factor", { role: null, says: "owner", aal: "aal1" }],
  ["an owner whose token was issued before the role", { role: "owner", says: "helper" }],
])("For %s the sign-in URL responds like any missing page", async (_who, { role, ...changes }) => {
  const { token } = await member(role, changes)
  const refused = await exchange(token)
  const unknown = await app.request("/nothing", {
    method: "POST",
    headers: sameOrigin,
    body: new URLSearchParams({ token }),
  })
  expect(refused.status).toBe(404)
  expect(await refused.text()).toBe(await unknown.text())
  expect([...refused.headers]).toEqual([...unknown.headers])
})

test("An owner without a second factor is told to set one up, with a link", async () => {
  const { token, userId } = await member("owner", { aal: "aal1" })
  const page = await exchange(token, "", { accept: "text/html" })
  expect([page.status, page.headers.get("set-cookie")]).toEqual([403, null])
  const words = await page.text()
  expect(words).toContain("<h1>First set up two-step sign-in</h1>")
  expect(words).toContain('<a href="/account/security#two-steps">Set up two-step sign-in</a>')
  // With a second factor set up, only its code is missing.
  await t.world.db.sql`
    insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, 'totp', 'verified', now(), now())`
  const again = await exchange(token, "", { accept: "text/html" })
  expect(again.status).toBe(403)
  expect(await again.text()).toContain("<h1>First enter the code of your two-step sign-in</h1>")
  await t.world.db.sql`delete from auth.sessions where user_id = ${userId}`
  expect((await exchange(token)).status).toBe(404)
})

test.each([
  ["/open/orders/1", "/operator/orders/1"],
  ["/open/inbox?status=quarantine&due=soon", "/operator/inbox?status=quarantine&amp;due=soon"],
  ["/open/service", "/operator/service"],
])(
  "A link in a mail leads to the console from our own origin, with the same response for everybody: %s",
  async (from, to) => {
    const { token } = await member("owner")
    const cookie = await open(token)
    const [stranger, operator] = [await app.request(from), await visit(cookie, from)]
    const page = await stranger.text()
    expect(await operator.text()).toBe(page)
    expect([...operator.headers]).toEqual([...stranger.headers])
    expect(stranger.status).toBe(200)
    expect(page).toContain(`<meta http-equiv="refresh" content="0; url=${to}">`)
    expect(page).toContain(`<a href="${to}">Continue</a>`)
  },
)

test.each([
  "/open//evil.example",
  "/open/%2F%2Fevil.example",
  "/open/..%2Faccount",
  "/open/%5C%5Cevil.example",
  "/open/x%00",
  "/opening",
  "/open",
  "/open/people/1",
  "/open/session/end",
])("A link that is not a URL of the console leads nowhere: %s", async (path) => {
  expect((await app.request(path)).status).toBe(404)
})

test("An open console is notified of its state and of messages; its stream ends with the server", async () => {
  const helper = await member("helper")
  const cookie = await open(helper.token)
  const athlete = await addAthlete(t.world)
  await onActivity(t.world, athlete, sentRun())
  const { sql } = t.world.db
  // One's own view is not news: only the other consoles are notified.
  await sql`
    insert into private.review_claims (activity_id, operator_id, until)
    select id, ${helper.userId}, ${t.world.now()}::timestamptz + interval '5 minutes' from activities`
  const stranger = await app.request("/operator/live")
  expect(await stranger.text()).toBe(await (await app.request("/nothing")).text())
  const answer = await visit(cookie, "/operator/live")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/event-stream"])
  let heard = ""
  const ended = (async () => {
    for await (const chunk of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) heard += chunk
  })()
  const told = () => heard.split("event: moved").length - 1
  await expect.poll(told).toBe(1)
  const state = await readConsoleState(t.world)
  expect(heard).toContain(`event: moved\ndata: ${shownTo({ id: helper.userId }, state)}\n\n`)
  expect(heard).not.toContain(shownTo({ id: null }, state))
  // Opening another console triggers a check for everybody, which finds no news either.
  const beside = (await visit(cookie, "/operator/live")).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader()
  for (let said = ""; !said.includes("moved"); ) said += (await beside?.read())?.value
  expect(told()).toBe(1)
  await sql`
    insert into submissions (form, form_version, key, email, name, answers, consent_text, submitted_at, status, status_at, mails_due)
    values ('contact', 1, ${crypto.randomUUID()}, 'a@example.com', 'A', '{}', 'Yes', now(), 'new', now(), false)`
  await expect.poll(told).toBe(2)
  stopping.abort()
  await ended
})

test("Without a session every page is missing, just like a page that does not exist", async () => {
  const unknown = await (await app.request("/nothing")).text()
  for (const cookie of ["", "b4m_console=", "b4m_console=made-up", `b4m_console=${"x".repeat(5000)}`]) {
    for (const path of ["/operator", "/operator/", "/operator/review", "/operator/assets/root.js"]) {
      const answer = await visit(cookie, path)
      expect([answer.status, await answer.text()]).toEqual([404, unknown])
    }
  }
})

test("The console closes with the account's session, the role, a ban, after twelve hours or by hand", async () => {
  const { sql } = t.world.db
  const state = async (cookie: string) => (await visit(cookie)).status
  const session = await member("owner")
  const one = await open(session.token)
  await sql`delete from auth.sessions where id = ${session.authSessionId}`
  expect(await state(one)).toBe(401)

  const former = await member("owner")
  const two = await open(former.token)
  await sql`update auth.users set raw_app_meta_data = '{}' where id = ${former.userId}`
  expect(await state(two)).toBe(404)

  const banned = await member("owner")
  const three = await open(banned.token)
  await sql`update auth.users set banned_until = ${new Date(t.world.now().getTime() + 60_000)} where id = ${banned.userId}`
  expect(await state(three)).toBe(404)

  const leaving = await member("helper")
  const four = await open(leaving.token)
  expect(await state(four)).toBe(200)
  expect(
    (await visit(four, "/operator/session/end", { method: "POST", body: new URLSearchParams() })).status,
  ).toBe(303)
  expect(await state(four)).toBe(401)

  const late = await member("owner")
  const five = await open(late.token)
  t.clock.advance(12 * 3_600_000 - 1)
  expect(await state(five)).toBe(200)
  t.clock.advance(1)
  expect(await state(five)).toBe(401)
})

test("A session opened without a second factor ends where one is required", async () => {
  const { token, userId } = await member("owner")
  const cookie = await open(token)
  expect((await visit(cookie)).status).toBe(200)
  await t.world.db.sql`update private.cookie_sessions set second_factor = false where user_id = ${userId}`
  expect((await visit(cookie)).status).toBe(401)
})

test("A second sign-in of the same device replaces the first session", async () => {
  const { token } = await member("owner")
  const first = await open(token)
  const second = await open(token)
  expect((await visit(first)).status).toBe(401)
  expect((await visit(second)).status).toBe(200)
})

test.each([
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a sibling subdomain", { "sec-fetch-site": "same-site" }],
  ["no stated origin", {}],
  ["another origin", { origin: "https://evil.example" }],
])("A form from %s is refused, whichever cookie it has", async (_who, headers) => {
  const { token } = await member("owner")
  const cookie = await open(token)
  const body = new URLSearchParams({ do: "count" })
  const sent = await app.request("/operator/review/1", {
    method: "POST",
    headers: { cookie, ...headers },
    body,
  })
  expect(sent.status).toBe(403)
})

const html = (body: string) => new Response(body, { headers: { "content-type": "text/html; charset=utf-8" } })

test("A view shows the member's own page without scripts and changes nothing, to its operator alone, while it is open", async () => {
  const [owner, stranger, helper, seen] = await Promise.all([
    member("owner"),
    member("owner"),
    member("helper"),
    member(null),
  ])
  const [cookie, others, helpers] = [
    await open(owner.token),
    await open(stranger.token),
    await open(helper.token),
  ]
  const below = `/operator/people/${seen.userId}/view`
  const names: (string | undefined)[] = []
  shownPage = async (request, page) => {
    names.push((await page.signedIn())?.userId)
    return html(`<head></head><a class="x" href="/account/prizes?a=1">Prizes</a><a href="/events">Events</a>
      <a href="/accounts">No</a><script nonce="a">run()</script><link rel="modulepreload" href="/assets/x.js">${new URL(request.url).pathname}`)
  }
  const view = (path: string, as = cookie, init: RequestInit = {}) => visit(as, below + path, init)
  expect((await view("/account")).status).toBe(404)
  await t.world.db.sql`
    insert into private.member_views (operator_id, user_id, until)
    select id, ${seen.userId}, ${new Date(t.world.now().getTime() + 900_000)} from auth.users
    where id in (${owner.userId}, ${helper.userId})`
  const page = await view("/account/orders")
  const text = await page.text()
  expect([page.status, names]).toEqual([200, [seen.userId]])
  expect(text).toContain("/account/orders")
  expect(text).toContain(`href="${below}/account/prizes?a=1"`)
  expect(text).toContain('href="/events"')
  expect(text).toContain('href="/accounts"')
  expect(text).not.toMatch(/script|modulepreload/)
  const policy = page.headers.get("content-security-policy")
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain("script-src")
  expect(policy).toContain("form-action 'none'")
  expect(page.headers.get("cache-control")).toBe("private, no-store")
  for (const as of [others, helpers]) expect((await view("/account", as)).status).toBe(404)
  for (const path of ["/account/../../../etc", "/events", "/accounts", "/account/.", ""])
    expect(await (await view(path)).text()).not.toContain("Prizes")
  const sent = { method: "POST", headers: { origin: t.world.settings.siteUrl }, body: new URLSearchParams() }
  expect((await view("/account", cookie, sent)).status).toBe(404)
  expect(names).toHaveLength(1)
})

test("Whatever a page that is viewed as a member would write, the database refuses", async () => {
  const owner = await member("owner")
  const seen = await member(null)
  const cookie = await open(owner.token)
  await t.world.db.sql`
    insert into private.member_views values (${owner.userId}, ${seen.userId}, ${new Date(t.world.now().getTime() + 900_000)})`
  for (const write of [
    async (world: typeof t.world) =>
      void (await world.db.sql`update auth.users set email = 'x' where id = ${seen.userId}`),
    (world: typeof t.world) =>
      world.db.transaction(async (db) => void (await db.sql`delete from private.member_views`)),
    (world: typeof t.world) => world.db.query("set transaction read write"),
  ]) {
    let refusal = ""
    shownPage = async (_request, page) => {
      await write(page.world ?? t.world).then(
        () => {},
        (error) => (refusal = String(error)),
      )
      return html("A page")
    }
    await visit(cookie, `/operator/people/${seen.userId}/view/account`)
    expect(refusal).toMatch(/read-only transaction|transaction read-write mode must be set before any query/)
  }
  const [same] = await t.world.db.sql<{
    email: string
  }>`select email from auth.users where id = ${seen.userId}`
  expect(same?.email).toBe(`${seen.userId}@example.com`)
})

test("A file of a member is not shown, and a page's redirect stays in the frame", async () => {
  const owner = await member("owner")
  const seen = await member(null)
  const cookie = await open(owner.token)
  await t.world.db.sql`
    insert into private.member_views values (${owner.userId}, ${seen.userId}, ${new Date(t.world.now().getTime() + 900_000)})`
  const below = `/operator/people/${seen.userId}/view`
  shownPage = async () => new Response("bytes", { headers: { "content-type": "application/octet-stream" } })
  const file = await visit(cookie, `${below}/account/activities/1/original`)
  expect([file.status, await file.text()]).toEqual([404, "Only pages are shown here, no files."])
  shownPage = async () => new Response(null, { status: 302, headers: { location: "/account/races" } })
  const moved = await visit(cookie, `${below}/account`)
  expect(moved.headers.get("location")).toBe(`${below}/account/races`)
})
