import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { WebSocket } from "ws"
import { createRealtime, type RealtimeService } from "#platform/realtime/service.ts"
import { createTestAuth, type TestAuth, testKeys } from "#test/support/auth.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { type RunningGateway, startGateway } from "../support/server.ts"

/** The clock of the accounts service, which caches for half a minute that a session is open. */
let lateMs = 0
let accounts: TestAuth
let realtime: RealtimeService
let running: RunningGateway
beforeAll(async () => {
  accounts = await createTestAuth({}, { now: () => new Date(Date.now() + lateMs) })
  const { db } = accounts.test.database
  await db.query(
    `create table notes (id int primary key); alter table notes enable row level security;
     create policy "mine" on notes for all to authenticated using (true);
     grant select on notes to authenticated;
     create policy "members" on realtime.messages for select to authenticated using (true)`,
  )
  realtime = await createRealtime({
    db,
    listen: db.listen,
    now: () => new Date(),
    log: collectLog(),
    limits: { sessionCheckMs: 50 },
  })
  running = await startGateway({
    keys: testKeys,
    backend: { kind: "local", database: db, auth: accounts.service, realtime },
  })
})
afterAll(async () => {
  await realtime.close()
  await running.close()
  await accounts.close()
})

async function open(token: string) {
  const socket = new WebSocket(
    `${running.url.replace("http", "ws")}/realtime/v1/websocket?apikey=${testKeys.publishable}&vsn=2.0.0`,
  )
  const events: [string, string, object][] = []
  socket.on("message", (data, isBinary) => {
    if (isBinary) return
    const [, , topic, event, payload] = JSON.parse(String(data))
    events.push([topic, event, payload])
  })
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject))
  const join = (ref: string, topic: string, more: object) =>
    socket.send(JSON.stringify([ref, ref, `realtime:${topic}`, "phx_join", more]))
  join("1", "private", { config: { private: true }, access_token: token })
  join("2", "public", { config: {}, access_token: token })
  const joined = () =>
    events.filter(([, event]) => event === "phx_reply").map(([, , payload]) => Object(payload).status)
  await expect.poll(joined).toEqual(["ok", "ok"])
  return { socket, events, join }
}
const rest = async (token: string) => {
  const headers = { apikey: testKeys.publishable, authorization: `Bearer ${token}` }
  return (await fetch(`${running.url}/rest/v1/notes`, { headers })).status
}

test("attack: a global sign-out and a ban end open sockets and tokens, and those of others stay", async () => {
  const admin = (id: string, body: object) =>
    accounts.call("PUT", `/admin/users/${id}`, { token: testKeys.secret, body })
  const other = await accounts.member("stays@example.com")
  const stays = await open(other.session.access_token)
  for (const [address, end] of [
    [
      "leaves@example.com",
      (_id: string, token: string) => accounts.call("POST", "/logout?scope=global", { token }),
    ],
    ["banned@example.com", (id: string) => admin(id, { ban_duration: "24h" })],
  ] as const) {
    const { id, session } = await accounts.member(address)
    const second = await accounts.signIn(address)
    const { socket, events } = await open(session.access_token)
    const both = await open(session.access_token)
    // A channel without the member's token keeps its connection.
    both.join("3", "for everybody", { config: {} })
    expect(await rest(session.access_token)).toBe(200)
    expect((await end(id, second.access_token)).status).toBeLessThan(300)
    lateMs += 31_000
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED)
    for (const ended of [events, both.events]) {
      await expect
        .poll(() =>
          ended
            .filter(([, event]) => event === "phx_close")
            .map(([topic]) => topic)
            .sort(),
        )
        .toEqual(["realtime:private", "realtime:public"])
      expect(ended.find(([, event]) => event === "system")?.[2]).toMatchObject({
        status: "error",
        message: "InvalidJWTToken: The session of the token has ended",
      })
    }
    expect(both.socket.readyState).toBe(WebSocket.OPEN)
    both.socket.close()
    expect([await rest(session.access_token), await rest(second.access_token)]).toEqual([401, 401])
  }
  expect(await rest(other.session.access_token)).toBe(200)
  expect([stays.socket.readyState, stays.events.some(([, event]) => event === "phx_close")]).toEqual([
    WebSocket.OPEN,
    false,
  ])
  stays.socket.close()
})

test("while the accounts service is unreachable, channels stay, and joining must be retried", async () => {
  const { session } = await accounts.member("waits@example.com")
  const { socket, events, join } = await open(session.access_token)
  const { db } = accounts.test.database
  await db.query("alter table auth.sessions rename to sessions_away")
  lateMs += 31_000
  join("9", "another", { config: {}, access_token: session.access_token })
  const answer = (to: string) =>
    events.find(([topic, event]) => topic === `realtime:${to}` && event === "phx_reply")?.[2]
  await expect
    .poll(() => answer("another"))
    .toEqual({
      status: "error",
      response: {
        reason: "DatabaseUnavailable: The channel cannot be joined at the moment. Please try again.",
      },
    })
  await db.query("alter table auth.sessions_away rename to sessions")
  join("10", "afterwards", { config: {}, access_token: session.access_token })
  await expect.poll(() => answer("afterwards")).toMatchObject({ status: "ok" })
  expect(events.map(([, event]) => event)).not.toContain("phx_close")
  socket.close()
})

test("the official client of a member signed out elsewhere is told that its channel ended, and loses its session", async () => {
  const { session } = await accounts.member("client@example.com")
  const client: SupabaseClient = createClient(running.url, testKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  await client.auth.setSession(session)
  await client.realtime.setAuth()
  const states: string[] = []
  client.channel("own", { config: { private: true } }).subscribe((state) => void states.push(state))
  await expect.poll(() => states).toEqual(["SUBSCRIBED"])
  const second = await accounts.signIn("client@example.com")
  await accounts.call("POST", "/logout?scope=global", { token: second.access_token })
  lateMs += 31_000
  await expect.poll(() => states).toEqual(["SUBSCRIBED", "CLOSED"])
  expect((await client.auth.getUser()).error?.name).toBe("AuthSessionMissingError")
  expect((await client.auth.getSession()).data.session).toBeNull()
  await client.realtime.disconnect()
})
