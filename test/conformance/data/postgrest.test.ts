import { createServer, type IncomingMessage, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { decodeJwt, jwtVerify } from "jose"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { startArena } from "../support/arena.ts"
import { hasPostgrest, type RunningPostgrest, startPostgrest } from "../support/postgrest.ts"
import type { LocalServer } from "../support/server.ts"

const ann = "11111111-1111-4111-8111-111111111111"
const jwtSecret = "a-secret-of-postgrest-alone-0123456789abcdef"

describe("the request that a PostgREST receives", () => {
  let listening: Server
  let front: LocalServer
  const seen: IncomingMessage[] = []
  const last = () => seen.at(-1) as IncomingMessage
  const bearer = () => last().headers.authorization?.replace(/^Bearer /, "") ?? ""

  beforeAll(async () => {
    listening = createServer((request, response) => {
      seen.push(request)
      response.setHeader("access-control-allow-origin", "https://evil.example")
      response.setHeader("server", "postgrest/14.1")
      response.setHeader("content-range", "0-0/1")
      request.resume().on("end", () => response.end('[{"id":1}]'))
    }).listen(0, "127.0.0.1")
    await new Promise((resolve) => listening.once("listening", resolve))
    const url = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
    front = await startArena({ postgrest: { url, jwtSecret }, bodyLimits: { rest: 1024 } })
  })
  afterAll(async () => {
    await front.close()
    listening.closeAllConnections()
    listening.close()
  })

  test("a new token for the verified claims, valid for at most a minute", async () => {
    const token = await front.issuer.token({ sub: ann, aal: "aal2", app_metadata: { roles: ["operator"] } })
    await front.client({ token }).from("clubs").select()
    expect(bearer()).not.toBe(token)
    const { payload } = await jwtVerify(bearer(), new TextEncoder().encode(jwtSecret))
    const { exp, ...claims } = decodeJwt(token)
    expect(payload).toMatchObject({ ...claims, role: "authenticated" })
    expect(payload.exp).toBeLessThanOrEqual(Math.floor(Date.now() / 1000) + 60)
    expect(payload.exp).toBeLessThan(exp as number)
  })

  test("a token that expires sooner is not extended", async () => {
    const token = await front.issuer.token({ sub: ann }, 20)
    await front.client({ token }).from("clubs").select()
    expect(decodeJwt(bearer()).exp).toBe(decodeJwt(token).exp)
  })

  test("a key without a token becomes the role that it represents", async () => {
    await front.client().from("clubs").select()
    expect(decodeJwt(bearer()).role).toBe("anon")
    await front.client({ key: front.keys.secret }).from("clubs").select()
    expect(decodeJwt(bearer()).role).toBe("service_role")
  })

  test("the path and the query unchanged, and neither key nor cookie", async () => {
    const query = "select=a%2Cb:c&name=eq.a%20b+c&or=(id.eq.1,id.is.null)"
    await fetch(`${front.url}/rest/v1/rpc/a%20b?${query}&apikey=${front.keys.publishable}`, {
      headers: { cookie: "session=1", apikey: front.keys.publishable, "x-forwarded-for": "1.2.3.4" },
    })
    expect(last().url).toBe(`/rpc/a%20b?${query}`)
    expect(last().headers).not.toHaveProperty("apikey")
    expect(last().headers).not.toHaveProperty("cookie")
    expect(last().headers).not.toHaveProperty("x-forwarded-for")
    expect(JSON.stringify([last().url, last().rawHeaders])).not.toContain(front.keys.publishable)
  })

  test("no request for a wrong key, a forged or expired token, or a body above the limit", async () => {
    const before = seen.length
    expect((await front.client({ key: "sb_publishable_wrong" }).from("clubs").select()).status).toBe(401)
    expect((await front.client({ token: "a.b.c" }).from("clubs").select()).status).toBe(401)
    const ended = await front.issuer.token({ sub: ann }, -5)
    expect((await front.client({ token: ended }).from("clubs").select()).status).toBe(401)
    const large = await front
      .client()
      .from("clubs")
      .insert({ name: "x".repeat(2048) })
    expect(large.status).toBe(413)
    expect(seen.length).toBe(before)
  })

  test("responses keep the gateway's rules for other origins", async () => {
    const answer = await fetch(`${front.url}/rest/v1/clubs`, { headers: { apikey: front.keys.publishable } })
    expect(answer.headers.get("access-control-allow-origin")).toBe("*")
    expect(answer.headers.get("content-range")).toBe("0-0/1")
    expect(answer.headers.has("server")).toBe(false)
  })
})

test("an unreachable PostgREST causes 502 with a message", async () => {
  const front = await startArena({ postgrest: { url: "http://127.0.0.1:9", jwtSecret } })
  const { status, error } = await front.client().from("clubs").select()
  expect([status, error?.message]).toEqual([
    502,
    "The data service cannot be reached at the moment. Please try again.",
  ])
  await front.close()
})

describe.runIf(hasPostgrest)("a real PostgREST behind the gateway", () => {
  let own: LocalServer
  let postgrest: RunningPostgrest
  let front: LocalServer

  beforeAll(async () => {
    own = await startArena()
    postgrest = await startPostgrest({ databaseUrl: own.databaseUrl, schemas: ["arena"] })
    front = await startArena({ postgrest })
    await own.db.query("insert into arena.notes (owner, body) values ($1, 'mine')", [ann])
  })
  afterAll(async () => {
    await front.close()
    await postgrest.close()
    await own.close()
  })

  test("visitors, members and the service get their own roles", async () => {
    expect((await front.client().rpc("whoami")).data).toMatchObject({ role: "anon", uid: null })
    const token = await front.issuer.token({ sub: ann, aal: "aal2" })
    const member = front.client({ token })
    expect((await member.rpc("whoami")).data).toMatchObject({
      role: "authenticated",
      uid: ann,
      claims: { aal: "aal2" },
    })
    expect((await member.from("notes").select("body")).data).toEqual([{ body: "mine" }])
    expect((await front.client().from("notes").select("body")).data).toEqual([])
    // Without a separate anonymous role, PostgREST treats a visitor as a signed-in user: 403, not 401.
    expect((await front.client().from("ledger").select()).status).toBe(403)
    const service = front.client({ key: front.keys.secret })
    expect((await service.from("ledger").select()).data).toEqual([{ id: 1, amount_cents: 100 }])
  })

  test("the client reads, writes, embeds and calls", async () => {
    const client = front.client()
    const { data } = await client.from("athletes").select("name, clubs(name)").eq("id", 1).single()
    expect(data).toEqual({ name: "Ann", clubs: { name: "Harriers" } })
    expect((await client.from("clubs").insert({ id: 50, name: "New" }).select()).status).toBe(201)
    expect((await client.from("clubs").delete().eq("id", 50)).status).toBe(204)
    expect((await client.rpc("add", { a: 2, b: 3 })).data).toBe(5)
  })

  test("it accepts only the gateway's tokens", async () => {
    const token = await front.issuer.token({ sub: ann })
    const ask = (headers: Record<string, string>) => fetch(`${postgrest.url}/clubs`, { headers })
    expect((await ask({})).status).toBe(401)
    expect((await ask({ authorization: `Bearer ${token}` })).status).toBe(401)
    expect((await ask({ apikey: front.keys.secret })).status).toBe(401)
  })
})
