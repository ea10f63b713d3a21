import { randomUUID } from "node:crypto"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type RealtimeServer, startRealtime } from "../support/realtime.ts"
import { type RunningGateway, testKeys } from "../support/server.ts"

const [owner, stranger] = [randomUUID(), randomUUID()]
const sql = `
  create type mood as enum ('calm', 'tired');
  create table notes (
    id bigint generated always as identity primary key, title text, stars int, price numeric, done boolean,
    mood mood, tags text[], details jsonb, seen_at timestamptz, written_on date, big bigint, body text
  );
  grant select on notes to anon, authenticated;
  create table diaries (
    owner uuid, day date, entry text, secret text, primary key (owner, day)
  );
  alter table diaries enable row level security;
  alter table diaries replica identity full;
  create policy "own" on diaries for select to authenticated using (owner = auth.uid());
  create policy "broken" on diaries for select to anon using ((auth.jwt() ->> 'role')::int = 1);
  create table full_copies (id int primary key, name text, hidden text);
  alter table full_copies replica identity full;
  create table keyless (name text);
  create table hidden_keys (id int primary key, name text);
  create table unpublished (id int primary key);
  create publication elsewhere for table unpublished;
  create table unreadable (id int primary key);
  create table busy (id int primary key);
  grant select on busy to anon;
  create table "odd""table" (id int primary key, "odd""column" text);
  grant select on "odd""table" to anon;
  alter publication supabase_realtime add table "odd""table";
  revoke all on diaries, full_copies, hidden_keys, unreadable from anon, authenticated;
  grant select (owner, day, entry) on diaries to authenticated, anon;
  grant select on diaries to service_role;
  grant select (id, name) on full_copies to anon;
  grant select (name) on hidden_keys to anon;
  alter publication supabase_realtime add table notes, diaries, full_copies, keyless, hidden_keys, unreadable, busy;
`

let server: RealtimeServer
let second: RunningGateway
beforeAll(async () => {
  server = await startRealtime({
    sql,
    // Two processes that both stay alive: a slow one must not be taken for dead.
    limits: { changesIntervalMs: 20, leaseMs: 200, processSilenceMs: 60_000 },
  })
  second = await server.another()
})
afterAll(async () => {
  await server.close()
  // One test closes the connections.
  const others = server.logged.entries.filter(
    ({ fields }) => !/terminat|CONNECTION/.test(String(Object(fields).error)),
  )
  expect(others).toEqual([])
})
const clients: SupabaseClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.realtime.disconnect()
})

interface Who {
  client?: SupabaseClient
  url?: string
  key?: string
  vsn?: "1.0.0" | "2.0.0"
  token?: string
}
interface Watch {
  event?: string
  schema?: string
  table?: string
  filter?: string
  select?: string[]
}
type Heard = Record<string, unknown> & { new: Record<string, unknown>; old: Record<string, unknown> }

async function connect({ url = server.url, key = testKeys.publishable, vsn = "2.0.0", token }: Who = {}) {
  const client = createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { vsn },
    ...(token ? { accessToken: async () => token } : {}),
  })
  clients.push(client)
  if (token) await client.realtime.setAuth()
  return client
}

/** The client's types know one shape for each kind of message; these tests use others as well. */
function listen<Message = never>(
  channel: object,
  kind: string,
  filter: object,
  hear: (message: Message) => void,
): void {
  const { on } = channel as { on(kind: string, filter: object, hear: (message: Message) => void): void }
  on.call(channel, kind, filter, hear)
}

/** Subscribes; resolves with the system message about the subscription. */
async function watch(who: Who, ...watched: Watch[]) {
  const channel = (who.client ?? (await connect(who))).channel(`changes-${randomUUID()}`)
  const heard: Heard[] = []
  for (const one of watched)
    listen(channel, "postgres_changes", { event: "*", schema: "public", ...one }, (change) => {
      heard.push(change)
    })
  const system: { status: string; message: string; extension: string }[] = []
  listen(channel, "system", {}, (message) => void system.push(message))
  const states: string[] = []
  channel.subscribe((state) => void states.push(state))
  await expect.poll(() => system.length).toBeGreaterThan(0)
  return { channel, heard, states, system, said: system[0] }
}
async function watching(who: Who, ...watched: Watch[]) {
  const made = await watch(who, ...watched)
  expect(made.said).toEqual({
    status: "ok",
    extension: "postgres_changes",
    message: "Subscribed to PostgreSQL",
    channel: expect.any(String),
  })
  return made
}
const names = (heard: readonly Heard[]) =>
  heard.map(({ eventType, new: { title } }) => `${eventType} ${title ?? ""}`)

test("changes: inserts, updates and deletes arrive with the shape that the client expects, in every process and version", async () => {
  const watchers = [
    await watching({}, { table: "notes" }),
    await watching({ vsn: "1.0.0" }, { table: "notes" }),
    await watching(
      { url: second.url },
      { event: "INSERT", table: "notes" },
      { event: "DELETE", table: "notes" },
    ),
    await watching({ url: second.url }, { schema: "*", table: "notes", event: "UPDATE" }),
    await watching({}, { schema: "public" }),
  ]
  const [row] = await server.db.query(
    `insert into notes (title, stars, price, done, mood, tags, details, seen_at, written_on, big)
     values ('größer "x"', 3, 12345678901234567890.125, true, 'calm', '{a,"b,c"}', '{"a": [1, null]}', '2026-11-22 10:00:00.5+00',
       '2026-11-22', 9007199254740993) returning id::int as id`,
  )
  const id = row?.id
  await server.db.query("update notes set title = 'changed', tags = null where id = $1", [id])
  await server.db.query("delete from notes where id = $1", [id])
  const all = ['INSERT größer "x"', "UPDATE changed", "DELETE "]
  await expect
    .poll(() => watchers.map(({ heard }) => names(heard)))
    .toEqual([all, all, [all[0], all[2]], [all[1]], all])
  const [inserted, updated, deleted] = watchers[0]?.heard ?? []
  expect(inserted).toEqual({
    schema: "public",
    table: "notes",
    eventType: "INSERT",
    commit_timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    errors: null,
    new: {
      id,
      title: 'größer "x"',
      stars: 3,
      price: 12345678901234567000,
      done: true,
      mood: "calm",
      tags: ["a", "b,c"],
      details: { a: [1, null] },
      seen_at: "2026-11-22T10:00:00.5+00:00",
      written_on: "2026-11-22",
      big: 9007199254740992,
      body: null,
    },
    old: {},
  })
  // The default replica identity is the key.
  expect(updated).toMatchObject({ old: { id }, new: { id, title: "changed", tags: null } })
  expect(updated?.old).toEqual({ id })
  expect(deleted).toMatchObject({ old: { id }, new: {} })
  expect(Math.abs(Date.now() - Date.parse(String(inserted?.commit_timestamp)))).toBeLessThan(60_000)
})

test("changes: rolled back changes are never sent, and a transaction's changes arrive together when it commits", async () => {
  const { heard } = await watching({}, { table: "notes" })
  await server.db
    .transaction(async (within) => {
      await within.query("insert into notes (title) values ('rolled back')")
      throw new Error("no")
    })
    .catch(() => {})
  // The transaction that starts first commits last.
  await server.db.transaction(async (within) => {
    await within.query("insert into notes (title) values ('slow')")
    await server.db.query("insert into notes (title) values ('quick')")
    await expect.poll(() => names(heard)).toEqual(["INSERT quick"])
    await within.query("insert into notes (title) values ('slow too')")
  })
  await expect.poll(() => names(heard)).toEqual(["INSERT quick", "INSERT slow", "INSERT slow too"])
})

test("changes: every operator filters, by the type of its column", async () => {
  const filters: Record<string, string[]> = {
    "stars=eq.10": ["ten"],
    "stars=neq.10": ["nine", "eleven"],
    "stars=lt.10": ["nine"],
    "stars=lte.10": ["nine", "ten"],
    "stars=gt.9": ["ten", "eleven"],
    "stars=gte.10": ["ten", "eleven"],
    'title=in.(ten,"a,b",nine)': ["nine", "ten"],
    "stars=in.(9,11)": ["nine", "eleven"],
    "title=like.%25": [],
    "title=like.%e%n": ["ten", "eleven"],
    "title=ilike.N_NE": ["nine"],
    "title=match.^(nine|ten)$": ["nine", "ten"],
    "title=imatch.^T": ["ten"],
    "done=is.true": ["ten"],
    "done=is.null": ["nine", "eleven"],
    "done=not.is.null": ["ten"],
    "done=isdistinct.true": ["nine", "eleven"],
    "stars=not.eq.10": ["nine", "eleven"],
    "stars=not.in.(9,10)": ["eleven"],
    "stars=gt.9,title=not.like.t%": ["eleven"],
    "mood=eq.calm": ["nine", "ten", "eleven"],
    "written_on=lt.2026-01-02": ["nine", "ten", "eleven"],
    "tags=eq.{a}": ["nine", "ten", "eleven"],
    'title=eq."nine"': ["nine"],
    "": ["nine", "ten", "eleven"],
  }
  const bindings = Object.keys(filters).map((filter) => ({ event: "INSERT", table: "notes", filter }))
  const client = await connect()
  const channel = client.channel("filters")
  const heard = new Map<string, unknown[]>()
  for (const binding of bindings) {
    heard.set(binding.filter, [])
    listen(channel, "postgres_changes", { schema: "public", ...binding }, (change: Heard) => {
      heard.get(binding.filter)?.push(change.new.title)
    })
  }
  const system: unknown[] = []
  listen(channel, "system", {}, ({ message }: { message: string }) => void system.push(message))
  channel.subscribe()
  await expect.poll(() => system).toEqual(["Subscribed to PostgreSQL"])
  await server.db.query(
    `insert into notes (title, stars, done, mood, tags, written_on) values ('nine', 9, null, 'calm', '{a}', '2026-01-01'),
     ('ten', 10, true, 'calm', '{a}', '2026-01-01'), ('eleven', 11, null, 'calm', '{a}', '2026-01-01')`,
  )
  await expect.poll(() => Object.fromEntries(heard)).toEqual(filters)
})

test("attack: an injected filter is treated as a value or refused, and reads nothing that its role may not select", async () => {
  const injecting = [
    "title=eq.x') or true --",
    "title=eq.x'; drop table notes; --",
    "title=in.(x') or true --)",
    "title=eq.$1",
  ]
  const { heard } = await watching(
    {},
    ...injecting.map((filter) => ({ event: "INSERT", table: "notes", filter })),
  )
  const [end] = [await watching({}, { table: "notes", event: "INSERT" })]
  await server.db.query("insert into notes (title) values ('plain')")
  await expect.poll(() => end?.heard.length).toBe(1)
  expect(heard).toEqual([])
  const refused: [Watch, RegExp][] = [
    [{ table: "notes", filter: "title or true=eq.1" }, /^invalid column for filter title or true$/],
    [{ table: "notes", filter: '"title"=eq.1' }, /^invalid column for filter "title"$/],
    [{ table: "notes", filter: "title=eq or true.1" }, /not of the form/],
    [{ table: "notes", filter: "title=foo.1" }, /There is no operator "foo"/],
    [{ table: "notes", filter: "stars=is.true) or (true" }, /is takes null/],
    [{ table: "notes", filter: "stars=is.true" }, /requires a boolean column/],
    [{ table: "notes", filter: "stars=eq.abc" }, /is not possible on column stars/],
    [{ table: "notes", filter: "stars=like.1%" }, /is not possible on column stars/],
    [{ table: "notes", filter: "title=match.(" }, /is not possible on column title/],
    [{ table: "notes", filter: "stars=in.(1,x)" }, /is not possible on column stars/],
    [{ table: "notes", filter: "stars=in.1,2" }, /parentheses|of the form/],
    [
      { table: "notes", filter: `stars=in.(${Array.from({ length: 101 }, (_, n) => n)})` },
      /at most 100 values/,
    ],
    [
      { table: "notes", filter: Array.from({ length: 21 }, () => "stars=eq.1").join() },
      /at most 20 conditions/,
    ],
    [{ table: "notes", filter: "details=eq.{" }, /is not possible on column details/],
    [{ table: "full_copies", filter: "hidden=like.a%" }, /^invalid column for filter hidden$/],
    [{ table: "full_copies", select: ["id", "hidden"] }, /^invalid column for select hidden$/],
    [{ schema: "*", select: ["id"] }, /one table only/],
    [{ table: "notes", event: "TRUNCATE" }, /There is no event/],
    [{ table: "notes\0" }, /table: must not have the character 0/],
    [{ table: "notes", filter: "id=eq.1\0" }, /filter: must not have the character 0/],
    [{ table: "notes' or true --" }, /Please check Realtime is enabled/],
    [{ table: "unpublished" }, /Please check Realtime is enabled/],
    [{ table: "unreadable" }, /Please check Realtime is enabled/],
    [{ schema: "auth" }, /Please check Realtime is enabled/],
    [{ table: 7 } as unknown as Watch, /^table: /],
  ]
  const client = await connect()
  const said = await Promise.all(refused.map(async ([watched]) => (await watch({ client }, watched)).said))
  expect(said.map((one) => one?.status)).toEqual(refused.map(() => "error"))
  expect(said.map((one) => one?.message)).toEqual(refused.map(([, reason]) => expect.stringMatching(reason)))
})

test("changes: names may contain quotes", async () => {
  const { heard } = await watching({}, { table: 'odd"table', filter: 'odd"column=eq.a' })
  await server.db.query(`insert into "odd""table" values (1, 'b'), (2, 'a')`)
  await expect.poll(() => heard.map(({ new: fresh }) => fresh)).toEqual([{ id: 2, 'odd"column': "a" }])
})

test("changes: an invalid subscription is refused to a client that waits for it", async () => {
  const join = async (table: string) => {
    const channel = (await connect()).channel(`wait-${table}`, {
      config: { postgres_changes_options: { wait: true } },
    } as never)
    channel.on("postgres_changes", { event: "*", schema: "public", table }, () => {})
    return new Promise((resolve) => channel.subscribe((state, error) => resolve([state, error?.message])))
  }
  expect(await join("notes")).toEqual(["SUBSCRIBED", undefined])
  expect(await join("unpublished")).toEqual([
    "CHANNEL_ERROR",
    expect.stringMatching(/^RealtimeDisabledForConfiguration: Unable to subscribe/),
  ])
})

test("changes: row-level security decides for each subscriber by the claims of its token", async () => {
  const tokens = await Promise.all([owner, stranger].map((sub) => server.issuer.token({ sub })))
  const [mine, others, admin, anonymous] = [
    await watching({ token: tokens[0] as string }, { table: "diaries" }),
    await watching({ token: tokens[1] as string }, { table: "diaries" }),
    await watching({ key: testKeys.secret }, { table: "diaries" }),
    await watching({}, { table: "diaries" }),
  ]
  const elsewhere = await watching({ token: tokens[1] as string, url: second.url }, { table: "diaries" })
  const again = await watching({ token: tokens[0] as string }, { table: "diaries", filter: "entry=eq.b" })
  for (const [who, day, entry] of [
    [owner, "2026-11-01", "a"],
    [stranger, "2026-11-01", "b"],
  ])
    await server.db.query("insert into diaries values ($1, $2, $3, 'nobody')", [who, day, entry])
  await server.db.query("update diaries set entry = 'c' where owner = $1", [owner])
  // From here on the rows belong to somebody else, and are then deleted. Each server looks a row up when it reads the
  // change.
  await expect.poll(() => mine.heard.length).toBe(2)
  for (const { heard } of [others, elsewhere]) await expect.poll(() => heard.length).toBe(1)
  await server.db.query("update diaries set owner = $1, day = '2026-11-03' where owner = $2", [
    stranger,
    owner,
  ])
  await server.db.query("delete from diaries")
  const seen = ({ heard }: { heard: Heard[] }) =>
    heard.map(({ eventType, new: { entry } }) => [eventType, entry])
  const deletes = [
    ["DELETE", undefined],
    ["DELETE", undefined],
  ]
  // The row may be deleted before it is looked up, so the last update may or may not be seen.
  for (const stranger of [others, elsewhere])
    await expect
      .poll(() => seen(stranger).filter(([type]) => type !== "UPDATE"))
      .toEqual([["INSERT", "b"], ...deletes])
  // A deletion is sent to those who could see the old row.
  expect(seen(mine)).toEqual([
    ["INSERT", "a"],
    ["UPDATE", "c"],
  ])
  await expect
    .poll(() => admin.heard.map(({ eventType, new: { secret } }) => [eventType, secret]))
    .toEqual([
      ["INSERT", "nobody"],
      ["INSERT", "nobody"],
      ["UPDATE", "nobody"],
      ["UPDATE", "nobody"],
      ...deletes,
    ])
  expect(again.heard.map(({ eventType }) => eventType)).toEqual([])
  for (const { heard } of [mine, others]) {
    for (const { new: record, old, eventType } of heard) {
      // Columns that the role may not select are left out, and the old row shows only the key.
      expect(Object.keys(record)).not.toContain("secret")
      const showsKey = eventType === "DELETE" || (eventType === "UPDATE" && record.owner === owner)
      expect(Object.keys(old).sort()).toEqual(showsKey ? ["day", "owner"] : [])
    }
  }
  // A policy that fails hides everything.
  const failed = () => anonymous.heard.filter(({ eventType }) => eventType !== "DELETE")
  await expect.poll(() => failed().length).toBeGreaterThanOrEqual(3)
  for (const { new: record, errors } of failed())
    expect([record, errors]).toEqual([{}, ["Error 500: Internal Server Error, RLS policy evaluation failed"]])
})

test("changes: without row-level security the old record has the columns of the replica identity that the role may select", async () => {
  const { heard } = await watching({}, { table: "full_copies" })
  const few = await watching({}, { table: "notes", select: ["title"] }, { table: "notes", event: "UPDATE" })
  await server.db.query("insert into full_copies values (1, 'a', 'x')")
  await server.db.query("update full_copies set name = 'b'")
  await server.db.query("delete from full_copies")
  await expect
    .poll(() => heard.map(({ new: fresh, old }) => [fresh, old]))
    .toEqual([
      [{ id: 1, name: "a" }, {}],
      [
        { id: 1, name: "b" },
        { id: 1, name: "a" },
      ],
      [{}, { id: 1, name: "b" }],
    ])
  await server.db.query("insert into notes (title, body) values ('t', 'b')")
  await expect
    .poll(() => few.heard.map(({ new: fresh }) => Object.keys(fresh).sort()))
    .toEqual([["id", "title"]])
  await server.db.query("update notes set stars = 1 where title = 't' and body = 'b'")
  await expect
    .poll(() => few.heard.slice(1).map(({ new: fresh }) => Object.keys(fresh).length))
    .toEqual([2, 12])
})

test("changes: deletes pass a filter only if the old record shows its column", async () => {
  const byKey = await watching({}, { table: "notes", event: "DELETE", filter: "id=gt.0" })
  const byTitle = await watching({}, { table: "notes", event: "DELETE", filter: "title=eq.gone" })
  const full = await watching({}, { table: "full_copies", event: "DELETE", filter: "name=eq.gone" })
  const token = await server.issuer.token({ sub: owner })
  const secured = await watching({ token }, { table: "diaries", event: "DELETE", filter: "entry=eq.gone" })
  await server.db.query("insert into notes (title) values ('gone')")
  await server.db.query("insert into full_copies values (2, 'gone', ''), (3, 'other', '')")
  await server.db.query("insert into diaries values ($1, '2026-11-05', 'gone', '')", [owner])
  for (const table of ["diaries", "full_copies"]) await server.db.query(`delete from ${table}`)
  await server.db.query("delete from notes where title = 'gone'")
  await expect.poll(() => byKey.heard.length).toBe(1)
  await expect.poll(() => full.heard.map(({ old }) => old)).toEqual([{ id: 2, name: "gone" }])
  expect([byTitle.heard, secured.heard]).toEqual([[], []])
})

test("changes: a table without a key, a hidden key and a row above 1 MB are reported", async () => {
  const keyless = await watching({}, { table: "keyless" })
  const hidden = await watching({}, { table: "hidden_keys" })
  const large = await watching({}, { table: "notes", event: "INSERT" })
  await server.db.query("insert into keyless values ('a')")
  await server.db.query("insert into hidden_keys values (1, 'a')")
  await server.db.query("insert into notes (title, body) values ('large', repeat('x', 1100000))")
  await expect
    .poll(() => keyless.heard.map(({ errors, new: fresh }) => [errors, fresh]))
    .toEqual([[["Error 400: Bad Request, no primary key"], {}]])
  await expect
    .poll(() => hidden.heard.map(({ errors, new: fresh }) => [errors, fresh]))
    .toEqual([[["Error 401: Unauthorized"], {}]])
  await expect
    .poll(() => large.heard.map(({ errors, new: { title, body } }) => [errors, title, body]))
    .toEqual([[["Error 413: Payload Too Large"], "large", undefined]])
})

test("changes: a privilege, a column of the publication and the publication itself may be removed", async () => {
  const { heard } = await watching(
    {},
    { table: "full_copies" },
    { table: "full_copies", filter: "name=eq.a" },
  )
  await server.db.query("revoke select (name) on full_copies from anon")
  await server.db.query("insert into full_copies values (10, 'a', 'x')")
  await expect.poll(() => heard.map(({ new: fresh }) => fresh)).toEqual([{ id: 10 }])
  await server.db.query("alter publication supabase_realtime drop table full_copies")
  await server.db.query("insert into full_copies values (11, 'a', 'x')")
  const end = await watching({}, { table: "notes" })
  await server.db.query("insert into notes (title) values ('end')")
  await expect.poll(() => names(end.heard)).toEqual(["INSERT end"])
  expect(heard.length).toBe(1)
  // Operations that the publication does not publish are not sent either.
  await server.db.query("alter publication supabase_realtime set (publish = 'insert, delete')")
  await server.db.query("update notes set title = 'not published' where title = 'end'")
  await server.db.query("delete from notes where title = 'not published'")
  await expect.poll(() => names(end.heard)).toEqual(["INSERT end", "DELETE "])
  await server.db.query(
    "alter publication supabase_realtime set (publish = 'insert, update, delete, truncate')",
  )
  await server.db.query("alter publication supabase_realtime add table full_copies")
  await server.db.query("grant select (name) on full_copies to anon")
})

test("changes: nothing is missed while the connections to the database are lost", async () => {
  const { heard, states } = await watching({}, { table: "notes" })
  const inserting = (async () => {
    for (let n = 0; n < 40; n++) {
      await server.db.query("insert into notes (title) values ($1)", [`n${n}`]).catch(() => n--)
      if (n === 20)
        await server.db
          .query(
            // Only connections in use: the driver does not survive the loss of one that it is opening.
            `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
             and pid <> pg_backend_pid() and state = 'idle' and query <> '' and query not like '%typarray%'`,
          )
          .catch(() => {})
    }
  })()
  await inserting
  await expect.poll(() => new Set(names(heard)).size).toBe(40)
  expect(states).toEqual(["SUBSCRIBED"])
})

test("changes: subscribers are told when changes may have been missed, and resubscribe automatically", async () => {
  const { heard, states, system } = await watching({}, { table: "notes" })
  // Like a crash of PostgreSQL, which empties these tables. One after the other, because holding both locks at once can
  // deadlock with the server, which reads one and writes the other.
  await server.db.query("truncate realtime.changes")
  await server.db.query("truncate realtime.readers")
  await expect.poll(() => states).toEqual(["SUBSCRIBED", "CHANNEL_ERROR", "SUBSCRIBED"])
  await expect
    .poll(() => system.map(({ message }) => message))
    .toEqual([
      "Subscribed to PostgreSQL",
      "Changes of tables may have been missed",
      "Subscribed to PostgreSQL",
    ])
  await server.db.query("insert into notes (title) values ('after')")
  await expect.poll(() => names(heard)).toEqual(["INSERT after"])
  expect(server.logged.entries.splice(0).map(({ message }) => message)).toContain(
    "Changes of tables may have been missed; subscribers were told",
  )
})

test("changes: changes read by everybody are removed, and so are triggers of tables that nobody watches", async () => {
  const { channel, heard } = await watching({}, { table: "notes" })
  const triggers = async () =>
    (
      await server.db.query(
        "select tgrelid::regclass::text as name from pg_trigger where tgname = 'realtime_changes'",
      )
    )
      .map(({ name }) => name)
      .sort()
  await server.db.query("insert into notes (title) select 'row ' || n from generate_series(1, 250) n")
  await expect.poll(() => heard.length).toBe(250)
  expect(names(heard)).toEqual(Array.from({ length: 250 }, (_, n) => `INSERT row ${n + 1}`))
  await expect.poll(() => server.db.sql`select from realtime.changes`).toEqual([])
  // The other channels were left long ago.
  await expect.poll(() => server.db.sql`select from realtime.readers`).toHaveLength(1)
  await server.realtime.prune()
  expect(await triggers()).toEqual(["notes"])
  await channel.unsubscribe()
  await expect.poll(() => server.db.sql`select from realtime.readers`).toEqual([])
  await server.realtime.prune()
  expect(await triggers()).toEqual([])
})

test("changes: a channel that was left receives nothing more", async () => {
  const client = await connect()
  const left = await watching({ client }, { table: "notes" })
  await client.removeChannel(left.channel)
  const stays = await watching({ client }, { table: "notes" })
  await server.db.query("insert into notes (title) values ('later')")
  await expect.poll(() => names(stays.heard)).toEqual(["INSERT later"])
  expect(left.heard).toEqual([])
})

test("changes: subscribing waits for a transaction that writes, and lets other writers pass", async () => {
  let subscribing: Promise<{ heard: Heard[] }> | undefined
  await server.db.transaction(async (within) => {
    await within.query("insert into full_copies values (20, 'before', '')")
    subscribing = watching({}, { table: "full_copies" })
    let refusal: unknown
    subscribing.catch((error) => {
      refusal = error
    })
    const waiting = "select from pg_locks where not granted and relation = 'full_copies'::regclass"
    await expect.poll(async () => [refusal, await server.db.query(waiting)]).toEqual([undefined, [{}]])
    await server.db.query("insert into full_copies values (21, 'meanwhile', '')")
  })
  const { heard } = (await subscribing) ?? { heard: [] }
  await server.db.query("insert into full_copies values (22, 'after', '')")
  await expect.poll(() => heard.map(({ new: { name } }) => name)).toEqual(["after"])
})

test("changes: a process whose subscribers wait for a table keeps sending heartbeats", async () => {
  const signs = async () => {
    const rows = await server.db.sql<{
      at: string
    }>`select seen_at::text as at from realtime.processes order by id`
    return rows.map(({ at }) => at)
  }
  const heard: Heard[] = []
  await server.db.transaction(async (within) => {
    await within.query("insert into busy values (1)")
    // Each subscription waits for seconds, one after the other.
    for (let n = 0; n < 8; n++) {
      const channel = (await connect()).channel(`busy-${n}`)
      const filter = { event: "*", schema: "public", table: "busy" }
      listen<Heard>(channel, "postgres_changes", filter, (change) => void heard.push(change))
      channel.subscribe()
    }
    const waiting = "select from pg_locks where not granted and relation = 'busy'::regclass"
    await expect.poll(() => server.db.query(waiting)).toHaveLength(1)
    for (let n = 0; n < 3; n++) {
      const before = await signs()
      await expect
        .poll(async () => (await signs()).filter((sign, index) => sign !== before[index]))
        .toHaveLength(before.length)
    }
  })
  const readers = () =>
    server.db.query("select from realtime.readers where 'busy'::regclass::oid = any(relations)")
  await expect.poll(readers).toHaveLength(1)
})

test("changes: while a published table is locked, private channels still respond", async () => {
  const subscribing = await server.db.transaction(async (within) => {
    await within.query("lock table busy in access exclusive mode")
    const watchers = [1, 2, 3].map(() => watching({}, { table: "notes" }))
    const waiting = "select from pg_locks where not granted and relation = 'busy'::regclass"
    await expect.poll(() => server.db.query(waiting)).not.toEqual([])
    const channel = (await connect()).channel("club", { config: { private: true } })
    const reason = await new Promise((resolve) => channel.subscribe((_, error) => resolve(error?.message)))
    expect(reason).toMatch(/^Unauthorized/)
    return { watchers }
  })
  await Promise.all(subscribing.watchers)
})

test("changes: while a watched table and the stored changes are locked, processes keep sending heartbeats, and nothing is missed", async () => {
  const { heard } = await watching({}, { table: "notes" })
  const signs = () => server.db.sql`select id, seen_at::text as at from realtime.processes order by id`
  await server.db.query("insert into notes (title) values ('before the lock')")
  await server.db.transaction(async (within) => {
    await within.query("lock table notes, realtime.changes, realtime.readers in access exclusive mode")
    const waiting = "select from pg_locks where not granted and relation = 'realtime.readers'::regclass"
    await expect.poll(() => server.db.query(waiting)).not.toEqual([])
    for (let n = 0; n < 5; n++) {
      const before = await signs()
      await expect.poll(signs).not.toEqual(before)
    }
  })
  await server.db.query("insert into notes (title) values ('after the lock')")
  await expect.poll(() => names(heard)).toEqual(["INSERT before the lock", "INSERT after the lock"])
})
