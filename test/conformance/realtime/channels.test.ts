import { randomUUID } from "node:crypto"
import { createClient, type RealtimeChannel, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { connectPostgres } from "#adapters/db/postgres.ts"
import { createRealtime } from "#platform/realtime/service.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { type RealtimeServer, startRealtime } from "../support/realtime.ts"
import { type RunningGateway, testKeys } from "../support/server.ts"

/**
 * Members of a club receive in its channels, and only one of them may send: broadcasts in "club" may be stored, those
 * in "aside" not.
 */
const writer = randomUUID()
const sql = `
  create policy "members receive" on realtime.messages for select to authenticated
    using (realtime.topic() in ('club', 'aside'));
  create policy "one sends" on realtime.messages for insert to authenticated
    with check (
      realtime.topic() in ('club', 'aside') and auth.uid() = '${writer}'
      and (extension <> 'persistence' or realtime.topic() = 'club')
    );
`

let server: RealtimeServer
let second: RunningGateway
beforeAll(async () => {
  server = await startRealtime({ sql, limits: { leaseMs: 200, processSilenceMs: 60_000 } })
  second = await server.another()
})
afterAll(async () => {
  await server.close()
  expect(server.logged.entries).toEqual([])
})

const clients: SupabaseClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})

async function connect({
  url = server.url,
  vsn = "2.0.0",
  token,
}: {
  url?: string
  vsn?: string
  token?: string
} = {}) {
  const client = createClient(url, testKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn: vsn as "2.0.0" },
    ...(token ? { accessToken: async () => token } : {}),
  })
  clients.push(client)
  if (token) await client.realtime.setAuth()
  return client
}

/** Subscribes; returns the first state and the reason. */
function subscribe(channel: RealtimeChannel): Promise<{ state: string; reason: string | undefined }> {
  return new Promise((resolve) => {
    channel.subscribe((state, error) => resolve({ state, reason: error?.message }))
  })
}

async function joined(channel: RealtimeChannel): Promise<RealtimeChannel> {
  expect(await subscribe(channel)).toEqual({ state: "SUBSCRIBED", reason: undefined })
  return channel
}

function hear(channel: RealtimeChannel, event = "*") {
  const heard: unknown[] = []
  channel.on("broadcast", { event }, ({ payload }) => void heard.push(payload))
  return heard
}

test("realtime: broadcasts reach both versions, in every process, in order", async () => {
  const topic = "news"
  const channels = await Promise.all(
    [
      { vsn: "1.0.0" },
      { vsn: "2.0.0" },
      { vsn: "1.0.0", url: second.url },
      { vsn: "2.0.0", url: second.url },
    ].map(async (options) => {
      const channel = (await connect(options)).channel(topic, { config: { broadcast: { ack: true } } })
      const heard = hear(channel)
      return { channel: await joined(channel), heard }
    }),
  )
  const sent = [{ n: 1 }, { n: 2, text: "größer 🚴" }, { n: 3, nested: { list: [1, "2", null] } }]
  for (const { channel: sender } of channels) {
    for (const one of channels) one.heard.length = 0
    for (const payload of sent)
      expect(await sender.send({ type: "broadcast", event: "changed", payload })).toBe("ok")
    for (const { channel, heard } of channels)
      await expect.poll(() => heard).toEqual(channel === sender ? [] : sent)
  }
})

test("realtime: a sender receives its own messages on request, and payloads may be larger than a notification", async () => {
  const channel = (await connect()).channel("large", { config: { broadcast: { self: true, ack: true } } })
  const own = hear(channel)
  const other = (await connect({ url: second.url, vsn: "1.0.0" })).channel("large")
  const others = hear(other)
  await Promise.all([joined(channel), joined(other)])
  const payload = { text: "é".repeat(500_000) }
  expect(await channel.send({ type: "broadcast", event: "large", payload })).toBe("ok")
  await expect.poll(() => own).toEqual([payload])
  await expect.poll(() => others).toEqual([payload])
  const tooLarge = { text: "x".repeat(3_000_001) }
  expect(await channel.send({ type: "broadcast", event: "large", payload: tooLarge })).toBe("error")
})

test("realtime: bytes pass unchanged from 2.0.0 to 2.0.0", async () => {
  const sender = await joined((await connect()).channel("bytes"))
  const receiver = (await connect({ url: second.url })).channel("bytes")
  const heard = hear(receiver)
  await joined(receiver)
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
  await sender.send({ type: "broadcast", event: "raw", payload: bytes.buffer as never })
  await expect.poll(() => heard.length).toBe(1)
  expect(new Uint8Array(heard[0] as ArrayBuffer)).toEqual(bytes)
})

test("realtime: broadcasts over HTTP, one and many", async () => {
  const channel = (await connect({ url: second.url })).channel("over-http")
  const heard = hear(channel)
  await joined(channel)
  expect(await (await connect()).channel("over-http").httpSend("one", { n: 1 })).toEqual({ success: true })
  const post = (body: unknown, key = testKeys.publishable) =>
    fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: { apikey: key, "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  const messages = [2, 3].map((n) => ({ topic: "over-http", event: "many", payload: { n } }))
  expect((await post({ messages })).status).toBe(202)
  await expect.poll(() => heard).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }])
  expect((await post({ messages: [{ topic: "over-http" }] })).status).toBe(422)
  expect((await post({ messages: Array.from({ length: 101 }, () => messages[0]) })).status).toBe(422)
  const headers = { apikey: testKeys.publishable }
  const one = `${server.url}/realtime/v1/api/broadcast/over-http/events/one`
  expect((await fetch(one, { method: "POST", headers, body: "{" })).status).toBe(422)
  expect((await post({ messages }, "sb_publishable_wrong")).status).toBe(401)
})

test("realtime: three clients see each other, and one that leaves, in every process", async () => {
  const people = await Promise.all(
    [server.url, second.url, server.url].map(async (url, index) => {
      const client = await connect({ url, vsn: index === 2 ? "1.0.0" : "2.0.0" })
      const channel = client.channel("board", { config: { presence: { key: `athlete-${index}` } } })
      const left: string[] = []
      channel.on("presence", { event: "leave" }, ({ key }) => void left.push(key))
      await joined(channel)
      return { client, channel, left }
    }),
  )
  for (const [index, { channel }] of people.entries()) expect(await channel.track({ index })).toBe("ok")
  const keys = (channel: RealtimeChannel) => Object.keys(channel.presenceState()).sort()
  const all = ["athlete-0", "athlete-1", "athlete-2"]
  for (const { channel } of people) await expect.poll(() => keys(channel)).toEqual(all)
  expect(await people[0]?.channel.track({ index: "changed" })).toBe("ok")
  await expect
    .poll(() => people[1]?.channel.presenceState()["athlete-0"])
    .toMatchObject([{ index: "changed" }])

  expect(await people[1]?.channel.untrack()).toBe("ok")
  await people[2]?.client.realtime.disconnect()
  await expect.poll(() => keys(people[0]?.channel as RealtimeChannel)).toEqual(["athlete-0"])
  expect(people[0]?.left).toEqual(expect.arrayContaining(["athlete-1", "athlete-2"]))

  const late = (await connect({ url: second.url })).channel("board")
  let state: string[] = []
  late.on("presence", { event: "sync" }, () => {
    state = keys(late)
  })
  await joined(late)
  await expect.poll(() => state).toEqual(["athlete-0"])
})

test("realtime: clients present in a process that dies disappear for the others", async () => {
  const dead = randomUUID()
  await server.db.sql`insert into realtime.processes (id) values (${dead})`
  await server.db.sql`
    insert into realtime.presences (ref, process, topic, private, key, meta)
    values ('ref', ${dead}, 'dying', false, 'ghost', '{"phx_ref":"ref"}')`
  const channel = (await connect()).channel("dying")
  const seen: string[] = []
  channel.on("presence", { event: "join" }, ({ key }) => void seen.push(`${key} joins`))
  channel.on("presence", { event: "leave" }, ({ key }) => void seen.push(`${key} leaves`))
  await joined(channel)
  await expect.poll(() => seen).toEqual(["ghost joins"])
  await server.db
    .sql`update realtime.processes set seen_at = seen_at - interval '61 seconds' where id = ${dead}`
  await expect.poll(() => seen).toEqual(["ghost joins", "ghost leaves"])
  expect(await server.db.sql`select from realtime.presences where process = ${dead}`).toEqual([])
})

test("realtime: policies decide who receives and who sends in a private channel", async () => {
  const [asWriter, asReader] = await Promise.all(
    [writer, randomUUID()].map(async (sub) => connect({ token: await server.issuer.token({ sub }) })),
  )
  const privately = { config: { private: true, broadcast: { ack: true } } }
  const sender = asWriter?.channel("club", privately) as RealtimeChannel
  const reader = asReader?.channel("club", privately) as RealtimeChannel
  const [heardBySender, heardByReader] = [hear(sender), hear(reader)]
  await Promise.all([joined(sender), joined(reader)])
  // A public channel of the same name is a different channel, in both directions.
  const outside = (await connect()).channel("club", { config: { broadcast: { ack: true } } })
  const heardOutside = hear(outside)
  await joined(outside)

  expect(await reader.send({ type: "broadcast", event: "e", payload: { n: 0 } })).toBe("error")
  expect(await reader.track({ here: true })).toBe("error")
  expect(await outside.send({ type: "broadcast", event: "e", payload: { n: 1 } })).toBe("ok")
  expect(await sender.send({ type: "broadcast", event: "e", payload: { n: 2 } })).toBe("ok")
  await expect.poll(() => heardByReader).toEqual([{ n: 2 }])
  expect([heardBySender, heardOutside]).toEqual([[], []])

  const refused = { state: "CHANNEL_ERROR", reason: expect.stringContaining("Unauthorized: You do not have") }
  expect(await subscribe((await connect()).channel("club", { config: { private: true } }))).toEqual(refused)
  expect(
    await subscribe(asWriter?.channel("other", { config: { private: true } }) as RealtimeChannel),
  ).toEqual(refused)
  expect(await server.db.sql`select from realtime.messages where topic in ('club', 'other')`).toEqual([])
})

test("realtime: of many broadcasts over HTTP, private ones are sent only as far as the caller's policies allow", async () => {
  const tokens = await Promise.all([randomUUID(), writer].map((sub) => server.issuer.token({ sub })))
  const channel = (await connect({ token: tokens[0] ?? "", url: second.url })).channel("club", {
    config: { private: true },
  })
  const heard = hear(channel)
  await joined(channel)
  for (const [n, token] of tokens.entries()) {
    const message = (topic: string) => ({ topic, event: "many", payload: { n, topic }, private: true })
    const answer = await fetch(`${server.url}/realtime/v1/api/broadcast`, {
      method: "POST",
      headers: {
        apikey: testKeys.publishable,
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ messages: [message("other"), message("club")] }),
    })
    expect(answer.status).toBe(202)
  }
  await expect.poll(() => heard).toEqual([{ n: 1, topic: "club" }])
})

test("realtime: messages sent by the database arrive, are stored, and are replayed in private channels", async () => {
  const token = await server.issuer.token({ sub: randomUUID() })
  const channel = (await connect({ token, url: second.url })).channel("club", { config: { private: true } })
  const heard = hear(channel)
  await joined(channel)
  await server.db.sql`select realtime.send(${server.db.sql.json({ n: 1 })}, 'from-sql', 'club')`
  await expect.poll(() => heard).toMatchObject([{ n: 1 }])
  const replay = { since: Date.now() - 60_000, limit: 10 }
  const late = (await connect({ token })).channel("club", {
    config: { private: true, broadcast: { replay } },
  })
  const metas: unknown[] = []
  late.on(
    "broadcast",
    { event: "from-sql" },
    ({ payload, meta }) => void metas.push([payload, meta?.replayed]),
  )
  await joined(late)
  await expect.poll(() => metas).toMatchObject([[{ n: 1 }, true]])
  await server.db.sql`update realtime.messages set inserted_at = now() - interval '73 hours'`
  await server.realtime.prune()
  expect(await server.db.sql`select from realtime.messages`).toEqual([])
})

test("realtime: messages sent by triggers as a member obey the policies, and bytes arrive unchanged", async () => {
  const token = await server.issuer.token({ sub: randomUUID() })
  const config = { private: true, broadcast: { replication_ready: true } }
  const channel = (await connect({ token, url: second.url })).channel("club", { config })
  const heard = hear(channel)
  const told: unknown[] = []
  channel.on("system", {}, ({ extension, status, message }) => void told.push([extension, status, message]))
  await joined(channel)
  await expect.poll(() => told).toEqual([["system", "ok", "Replication connection established"]])
  const sendAs = (sub: string) =>
    server.db.transaction(async (db) => {
      const claims = JSON.stringify({ sub, role: "authenticated" })
      await db.sql`select set_config('role', 'authenticated', true), set_config('request.jwt.claims', ${claims}, true)`
      await db.sql`select realtime.send(${db.sql.json({ sub })}, 'e', 'club')`
      await db.sql`select realtime.send_binary(${Buffer.from([0, 255])}, 'raw', 'club')`
    })
  await sendAs(randomUUID())
  await sendAs(writer)
  await expect.poll(() => heard.length).toBe(2)
  expect(heard[0]).toMatchObject({ sub: writer })
  expect(new Uint8Array(heard[1] as ArrayBuffer)).toEqual(Uint8Array.from([0, 255]))
  await server.db.sql`delete from realtime.messages`
})

test("realtime: messages that a client asks to store are stored if allowed, for the requested time, and replayed", async () => {
  const token = await server.issuer.token({ sub: writer })
  const client = await connect({ token })
  const acknowledged = { config: { private: true, broadcast: { ack: true } } }
  const [club, aside] = ["club", "aside"].map((topic) => client.channel(topic, acknowledged))
  const listener = (await connect({ token, url: second.url })).channel("club", acknowledged)
  const heard = hear(listener)
  await Promise.all([club, aside, listener].map((channel) => joined(channel as RealtimeChannel)))
  const say = (payload: unknown, persist?: boolean | { ttl: number }, channel = club) =>
    channel?.send({ type: "broadcast", event: "said", payload, ...(persist ? { persist } : {}) })
  const bytes = Uint8Array.from([0, 255])
  for (const ttl of [0, 1.5, 259_201]) expect(await say({ n: 0 }, { ttl })).toBe("invalid_persist_ttl")
  expect(await say({ n: 1 })).toBe("ok")
  expect(await say({ n: 2 }, true)).toBe("ok")
  expect(await say({ n: 3 }, { ttl: 60 })).toBe("ok")
  expect(await say(bytes.buffer, true)).toBe("ok")
  expect(await say({ n: 4 }, true, aside)).toBe("ok")
  expect(await club?.httpSend("said", { n: 5 }, { persist: { ttl: 60 } })).toEqual({ success: true })
  expect(await aside?.httpSend("said", { n: 6 }, { persist: true })).toEqual({ success: true })
  await expect(club?.httpSend("said", {}, { persist: { ttl: 0 } })).rejects.toThrow("must be kept for")
  const publicly = `${server.url}/realtime/v1/api/broadcast/club/events/e?persist=true`
  const refused = await fetch(publicly, { method: "POST", headers: { apikey: testKeys.secret }, body: "{}" })
  expect([refused.status, await refused.json()]).toMatchObject([
    422,
    { errors: { persist: ["can only be used on private channels"] } },
  ])
  // The client does not request storage in a public channel; if it is requested anyway, the broadcast is sent but not
  // stored.
  const outside = (await connect({ token })).channel("club", { config: { broadcast: { ack: true } } })
  await joined(outside)
  const asked = { type: "broadcast", event: "said", payload: { n: 7 }, persist: true }
  await new Promise((resolve) =>
    Object(outside).channelAdapter.push("broadcast", asked, 5_000).receive("ok", resolve),
  )
  // Each once: a stored broadcast is not sent a second time.
  await expect.poll(() => heard.length).toBe(5)
  const kept = await server.db.sql`
    select topic, payload, extract(epoch from expires_at - inserted_at)::int as seconds from realtime.messages
    order by inserted_at
  `
  expect(kept).toEqual([
    { topic: "club", payload: { n: 2 }, seconds: 259_200 },
    { topic: "club", payload: { n: 3 }, seconds: 60 },
    { topic: "club", payload: null, seconds: 259_200 },
    { topic: "club", payload: { n: 5 }, seconds: 60 },
  ])
  await server.db.sql`update realtime.messages set expires_at = localtimestamp where payload->>'n' = '3'`
  // A row that only a policy on presence allows is not a broadcast.
  await server.db
    .sql`insert into realtime.messages (topic, extension, private) values ('club', 'presence', true)`
  await server.db.sql`
    update realtime.messages set inserted_at = inserted_at - interval '2 minutes' where payload->>'n' = '2'
  `
  const replayed = async (seconds: number, limit: number, count: number) => {
    const since = Date.now() - seconds * 1000
    const late = (await connect({ token })).channel("club", {
      config: { private: true, broadcast: { replay: { since, limit } } },
    })
    const again = hear(late)
    await joined(late)
    await expect.poll(() => again.length).toBe(count)
    return again
  }
  const [raw, last] = await replayed(60, 10, 2)
  expect([new Uint8Array(raw as ArrayBuffer), last]).toEqual([bytes, { n: 5 }])
  expect((await replayed(180, 10, 3))[0]).toEqual({ n: 2 })
  expect((await replayed(180, 1, 1))[0]).toEqual({ n: 5 })
  await server.realtime.prune()
  expect(await server.db.sql`select from realtime.messages`).toHaveLength(4)
  await server.db.sql`
    insert into realtime.messages (topic, extension, private, skip_broadcast, event, payload)
    select 'club', 'broadcast', true, true, 'many', jsonb_build_object('n', n) from generate_series(1, 26) n
  `
  await replayed(60, 100, 25)
  // With a new token the policies are evaluated again.
  const count = async () => (await server.db.sql`select from realtime.messages`).length
  const before = await count()
  await server.db.query(`
    create policy "nothing is kept" on realtime.messages as restrictive for insert with check (extension <> 'persistence')
  `)
  await client.realtime.setAuth(await server.issuer.token({ sub: writer }, 1_800))
  expect(await say({ n: 8 }, true)).toBe("ok")
  expect(await count()).toBe(before)
  await server.db.query(`drop policy "nothing is kept" on realtime.messages`)
  await server.db.sql`delete from realtime.messages`
})

test("realtime: members who are present see each other, and text replies mean the same", async () => {
  const quiet = (await connect()).channel("shy", { config: { presence: { key: "shy" } } })
  await joined(quiet)
  expect(await quiet.track({ here: true })).toBe("ok")
  const raw = await connect({ vsn: "1.0.0" })
  const other = raw.channel("shy", { config: { broadcast: { self: "true" as unknown as boolean } } })
  const heard = hear(other)
  await joined(other)
  expect(await other.send({ type: "broadcast", event: "e", payload: { n: 1 } })).toBe("ok")
  await expect.poll(() => heard).toEqual([{ n: 1 }])
  await expect.poll(() => Object.keys(quiet.presenceState())).toEqual(["shy"])
})

test("realtime: an expired, forged or malformed token is refused", async () => {
  const token = await server.issuer.token({ sub: writer })
  const reasons = await Promise.all(
    [
      await server.issuer.token({ sub: writer }, -60),
      `${token.slice(0, -20)}${"A".repeat(20)}`,
      "nonsense",
    ].map(async (bad) => (await subscribe((await connect({ token: bad })).channel("any"))).reason),
  )
  expect(reasons).toEqual([
    "InvalidJWTToken: Token has expired",
    "JwtSignatureError: Failed to validate JWT signature",
    "MalformedJWT: The token provided is not a valid JWT",
  ])
})

test("realtime: a channel ends when its token expires, unless a new one arrived", async () => {
  // Long enough for a slow machine to join with it twice.
  let token = await server.issuer.token({ sub: writer }, 15)
  const client = createClient(server.url, testKeys.publishable, {
    auth: { persistSession: false },
    accessToken: async () => token,
  })
  clients.push(client)
  const states: string[] = []
  const channel = client.channel("club", { config: { private: true, broadcast: { ack: true } } })
  // This one has only the first token.
  const old = (await connect({ token })).channel("club", { config: { private: true } })
  await joined(old)
  const heard = hear(old)
  channel.subscribe((state) => void states.push(state))
  await expect.poll(() => states).toEqual(["SUBSCRIBED"])
  token = await server.issuer.token({ sub: writer }, 60)
  await client.realtime.setAuth()
  await expect.poll(() => old.state).not.toBe("joined")
  // A timer set a moment later would have fired by now.
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect(await channel.send({ type: "broadcast", event: "e", payload: { after: "expiry" } })).toBe("ok")
  expect(states).toEqual(["SUBSCRIBED"])
  expect(heard).toEqual([])
})

test("realtime: a channel that was left receives nothing, and can be joined again", async () => {
  const client = await connect()
  const channel = client.channel("left")
  const heard = hear(channel)
  await joined(channel)
  const sender = await joined((await connect()).channel("left", { config: { broadcast: { ack: true } } }))
  expect(await client.removeChannel(channel)).toBe("ok")
  expect(client.getChannels()).toEqual([])
  expect(await sender.send({ type: "broadcast", event: "e", payload: { n: 1 } })).toBe("ok")
  const again = client.channel("left")
  const heardAgain = hear(again)
  await joined(again)
  expect(await sender.send({ type: "broadcast", event: "e", payload: { n: 2 } })).toBe("ok")
  await expect.poll(() => heardAgain).toEqual([{ n: 2 }])
  expect(heard).toEqual([])
  await client.removeAllChannels()
})

test("realtime: a process that closes while renewing its lease waits for it, and leaves no lease", async () => {
  const db = connectPostgres({ url: server.databaseUrl, max: 4 })
  const logged = collectLog()
  const leases = async () => {
    const rows = await server.db.query("select id from realtime.processes")
    return rows.map(({ id }) => String(id)).sort()
  }
  const before = await leases()
  const third = await createRealtime({
    db,
    listen: db.listen,
    log: logged,
    now: () => new Date(),
    limits: { leaseMs: 20 },
  })
  const [own] = (await leases()).filter((id) => !before.includes(id))
  let closed: Promise<void> | undefined
  await server.db.transaction(async ({ sql }) => {
    await sql`select from realtime.processes where id = ${own} for update`
    // Outside of the transaction, which would keep seeing the activity as in its first read.
    const waiting = async () => {
      const [row] = await server.db.sql<{ n: number }>`
        select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and query like '%realtime.processes%'`
      return row?.n
    }
    await expect.poll(waiting).toBeGreaterThan(0)
    closed = third.close().then(() => db.end())
    await new Promise((resolve) => setTimeout(resolve, 100))
  })
  await closed
  expect([await leases(), logged.entries]).toEqual([before, []])
})
