import { afterAll, beforeAll, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import type { LocalServer } from "../support/server.ts"

const ann = "11111111-1111-4111-8111-111111111111"
const bob = "22222222-2222-4222-8222-222222222222"

let server: LocalServer

beforeAll(async () => {
  server = await startArena()
  await server.db.query(
    "insert into arena.notes (owner, body, shared) values ($1, 'mine', false), ($1, 'for all', true), ($2, 'his', false)",
    [ann, bob],
  )
})
afterAll(() => server.close())

const as = async (sub: string, claims: object = {}) =>
  server.client({ token: await server.issuer.token({ sub, ...claims }) })
const service = () => server.client({ key: server.keys.secret })

test("anon sees only rows that its policies allow, and may not write", async () => {
  const { data } = await server.client().from("notes").select("body")
  expect(data).toEqual([{ body: "for all" }])
  const { error, status } = await server.client().from("notes").insert({ body: "x", owner: ann })
  expect(status).toBe(401)
  expect(error).toEqual({
    code: "42501",
    message: 'new row violates row-level security policy for table "notes"',
    details: null,
    hint: null,
  })
})

test("a member sees and changes only their own rows", async () => {
  const client = await as(ann)
  expect((await client.from("notes").select("body").order("id")).data).toEqual([
    { body: "mine" },
    { body: "for all" },
  ])
  expect((await client.from("notes").update({ body: "taken" }).eq("owner", bob).select()).data).toEqual([])
  const { error, status } = await client.from("notes").insert({ body: "as Bob", owner: bob })
  expect({ status, code: error?.code }).toEqual({ status: 403, code: "42501" })
  const { data } = await client.from("notes").insert({ body: "new" }).select("owner").single()
  expect(data).toEqual({ owner: ann })
})

test("auth.uid(), auth.jwt() and the role reach SQL completely", async () => {
  const claims = { app_metadata: { roles: ["operator"] }, aal: "aal2", session_id: "s-1" }
  const { data } = await (await as(ann, claims)).rpc("whoami")
  expect(data).toMatchObject({ role: "authenticated", uid: ann, claims: { sub: ann, ...claims } })
  expect((await server.client().rpc("whoami")).data).toMatchObject({ role: "anon", uid: null })
  expect((await service().rpc("whoami")).data).toMatchObject({ role: "service_role", uid: null })
})

test("the service sees everything", async () => {
  const { data } = await service().from("notes").select("owner")
  expect(new Set(data?.map(({ owner }) => owner))).toEqual(new Set([ann, bob]))
  expect((await service().from("ledger").select()).data).toEqual([{ id: 1, amount_cents: 100 }])
})

test("a table without a grant is refused: 401 to anon, 403 to a member", async () => {
  const anon = await server.client().from("ledger").select()
  expect([anon.status, anon.error?.code, anon.error?.message]).toEqual([
    401,
    "42501",
    "permission denied for table ledger",
  ])
  const member = await (await as(ann)).from("ledger").select()
  expect([member.status, member.error?.code]).toEqual([403, "42501"])
})

test("starting the Data API grants no privileges", async () => {
  const rows = await server.db.query(
    "select has_table_privilege('anon', 'arena.ledger', 'select') as anon, has_table_privilege('authenticated', 'arena.ledger', 'insert') as member",
  )
  expect(rows).toEqual([{ anon: false, member: false }])
})

test("schemas that are not exposed are refused", async () => {
  for (const schema of ["hidden", "auth", "private", "pg_catalog", "information_schema", "public"]) {
    const { error, status } = await server.client({ schema }).from("secrets").select()
    expect([status, error?.code, error?.message]).toEqual([406, "PGRST106", `Invalid schema: ${schema}`])
    const write = await server.client({ schema }).from("secrets").insert({ id: 2 })
    expect([write.status, write.error?.code]).toEqual([406, "PGRST106"])
  }
  for (const name of ["hidden.secrets", "auth.users", "arena.clubs", "pg_stat_activity"]) {
    const { status } = await server.client().from(name).select()
    expect(status).toBe(404)
  }
})

test("no role remains set on a connection", async () => {
  const member = await as(ann)
  const readers = Array.from({ length: 40 }, (_, index) => (index % 2 ? member : server.client()))
  const answers = await Promise.all(readers.map((client) => client.rpc("whoami")))
  expect(answers.map(({ data }) => data.role)).toEqual(
    readers.map((client) => (client === member ? "authenticated" : "anon")),
  )
})

const rest = (headers: Record<string, string>, query = "") =>
  fetch(`${server.url}/rest/v1/clubs?select=id&id=eq.1${query}`, {
    headers: { "accept-profile": "arena", ...headers },
  })

test("keys: header or query, never missing or wrong", async () => {
  expect((await rest({ apikey: server.keys.publishable })).status).toBe(200)
  expect((await rest({}, `&apikey=${server.keys.publishable}`)).status).toBe(200)
  const missing = await rest({})
  expect([missing.status, await missing.json()]).toEqual([
    401,
    { message: "No API key found in request", hint: "No `apikey` request header or url param was found." },
  ])
  for (const apikey of ["sb_publishable_wrong", `${server.keys.publishable}x`, "a.b.c", "anon"]) {
    const wrong = await rest({ apikey })
    expect([wrong.status, (await wrong.json()).message]).toEqual([401, "Invalid API key"])
  }
  const bearerOnly = await rest({ authorization: `Bearer ${server.keys.publishable}` })
  expect(bearerOnly.status).toBe(401)
})

test("keys: legacy keys are tokens of a role; a member's token is not a key", async () => {
  const role = async (claims: { role: string; sub?: string }) =>
    (await rest({ apikey: await server.issuer.token(claims) })).status
  expect(await role({ role: "anon" })).toBe(200)
  expect(await role({ role: "service_role" })).toBe(200)
  expect(await role({ role: "authenticated", sub: ann })).toBe(401)
  expect(await role({ role: "postgres" })).toBe(401)
})

test("keys: the secret key is refused in a browser", async () => {
  const answer = await rest({ apikey: server.keys.secret, "user-agent": "Mozilla/5.0 (X11; Linux x86_64)" })
  expect([answer.status, (await answer.json()).message]).toEqual([
    401,
    "Forbidden use of secret API key in browser",
  ])
})

test("tokens: expired, forged, foreign and malformed ones are refused", async () => {
  const { publishable } = server.keys
  const good = await server.issuer.token({ sub: ann })
  const refused = async (token: string) => {
    const answer = await rest({ apikey: publishable, authorization: `Bearer ${token}` })
    return [answer.status, (await answer.json()).code, answer.headers.get("www-authenticate")?.slice(0, 28)]
  }
  const invalid = 'Bearer error="invalid_token"'
  expect(await refused(await server.issuer.token({ sub: ann }, -10))).toEqual([401, "PGRST303", invalid])
  expect(await refused(`${good.slice(0, -4)}AAAA`)).toEqual([401, "PGRST301", invalid])
  expect(await refused("not-a-token")).toEqual([401, "PGRST301", invalid])
  const unsigned = [{ alg: "none" }, { sub: ann, role: "service_role" }].map((part) =>
    Buffer.from(JSON.stringify(part)).toString("base64url"),
  )
  expect(await refused(`${unsigned.join(".")}.`)).toEqual([401, "PGRST301", invalid])
  const role = await server.issuer.token({ sub: ann, role: "postgres" })
  const answer = await rest({ apikey: publishable, authorization: `Bearer ${role}` })
  expect(answer.status).toBe(403)
})

test("tokens: a member's token takes precedence over the key beside it", async () => {
  const token = await server.issuer.token({ sub: ann })
  const answer = await fetch(`${server.url}/rest/v1/rpc/whoami`, {
    method: "POST",
    headers: { apikey: server.keys.secret, authorization: `Bearer ${token}`, "content-profile": "arena" },
  })
  expect((await answer.json()).role).toBe("authenticated")
})

test("nothing outside of the API's own paths is answered", async () => {
  for (const path of [
    "/_system/info",
    "/_system/config",
    "/_system/introspect",
    "/rest/v1/../../_system/info",
    "/rest/v1/%2e%2e/_system/info",
  ]) {
    const answer = await fetch(server.url + path, {
      headers: { apikey: server.keys.secret, "accept-profile": "arena" },
    })
    expect(answer.status).toBe(404)
    expect(await answer.text()).not.toContain("postgres://")
  }
})
