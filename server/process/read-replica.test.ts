/** The running site with a streaming replica: which reads come from it, and what happens while it is behind or gone. */
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, expect, test } from "vitest"
import { type Replicated, startReplicated } from "#test/support/replica.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { ensureBuilt } from "../../scripts/bootstrap/build.mjs"

const key = `sb_publishable_${"a".repeat(31)}`
const metricsToken = "a-token-for-metrics-of-32-characters"
const running: ServerProcess[] = []
let folder: string
let servers: Replicated
let site: ServerProcess
let url: string

beforeAll(async () => {
  await ensureBuilt(join(import.meta.dirname, "../.."), () => {})
  folder = await mkdtemp(join(tmpdir(), "b4m-read-replica-"))
  servers = await startReplicated()
  site = start({ DATABASE_READ_URL: servers.replicaUrl })
  url = await site.url
  // Each row says from where it was read.
  await servers.primary.query(`
    create table notes (id int generated always as identity primary key, words text);
    alter table notes enable row level security;
    create policy everybody on notes using (true) with check (true);
    grant select, insert on notes to anon, authenticated;
    create function place(notes) returns text language sql as $$ select case when pg_is_in_recovery() then 'replica' else 'primary' end $$;
    create function place(boards) returns text language sql as $$ select case when pg_is_in_recovery() then 'replica' else 'primary' end $$;
    create function read_at() returns text language sql stable as $$ select case when pg_is_in_recovery() then 'replica' else 'primary' end $$;
    insert into notes (words) values ('first');
    notify pgrst, 'reload schema'`)
})
afterEach(async () => {
  await servers.resume()
})
afterAll(async () => {
  await killAll(running)
  await servers?.stop()
  await rm(folder, { recursive: true, force: true })
})

function start(env: Record<string, string>): ServerProcess {
  const given = {
    ...{ PORT: "0", DATABASE_URL: servers.primaryUrl, DATA_DIR: join(folder, "data"), AUTH_LIMITS: "off" },
    ...{ SUPABASE_PUBLISHABLE_KEY: key, METRICS_TOKEN: metricsToken, AUTH_AUTOCONFIRM: "on" },
  }
  const server = startProcess("server/main.ts", { ...given, ...env })
  running.push(server)
  return server
}

async function ask(path: string, init: RequestInit & { token?: string } = {}) {
  const { token, ...rest } = init
  const headers = { apikey: key, "content-type": "application/json" }
  const answer = await fetch(url + path, {
    ...rest,
    headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${answer.status} ${text}`)
  return text === "" ? null : JSON.parse(text)
}
const readNotes = (token?: string) =>
  ask("/rest/v1/notes?select=words,place&order=id.desc&limit=1", token ? { token } : {})
const writeNote = (words: string, token?: string) =>
  ask("/rest/v1/notes", { method: "POST", body: JSON.stringify({ words }), ...(token ? { token } : {}) })
const figure = async (name: string) => {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(await answer.text())?.[1])
}

test("anonymous rows come from the replica; boards, members' requests and functions from the primary", async () => {
  await expect
    .poll(site.output)
    .toContain("Pages of athletes and anonymous reads come from the replica on 127.0.0.1")
  await expect.poll(() => readNotes().catch(() => null)).toEqual([{ words: "first", place: "replica" }])
  const boards = await ask("/rest/v1/boards?select=id,place&limit=1")
  expect(boards).toMatchObject([{ place: "primary" }])
  expect(await ask("/rest/v1/rpc/read_at")).toBe("primary")
  const { access_token: token } = await ask("/auth/v1/signup", {
    method: "POST",
    body: JSON.stringify({ email: "replica@b4m.test", password: "a-long-passphrase-of-1" }),
  })
  expect(await readNotes(token)).toMatchObject([{ place: "primary" }])
  expect(await figure("replica_in_use")).toBe(1)
  expect(await figure("replica_lag_seconds")).toBeLessThan(1)
})

test("nobody reads an older state than what they have written, signed in or not", async () => {
  const { access_token: token } = await ask("/auth/v1/signup", {
    method: "POST",
    body: JSON.stringify({ email: "writer@b4m.test", password: "a-long-passphrase-of-2" }),
  })
  await servers.pause()
  await writeNote("by nobody")
  expect(await readNotes()).toEqual([{ words: "by nobody", place: "primary" }])
  await writeNote("by a member", token)
  expect(await readNotes(token)).toEqual([{ words: "by a member", place: "primary" }])
})

test("while the replica is behind, gone or lacks a column, no request fails; then it is read again", async () => {
  await expect.poll(() => readNotes()).toMatchObject([{ place: "replica" }])
  await servers.pause()
  await servers.primary.query(
    "alter table notes add column late text default 'x'; notify pgrst, 'reload schema'",
  )
  await expect
    .poll(() => ask("/rest/v1/notes?select=late&limit=1").catch(() => null))
    .toEqual([{ late: "x" }])
  await expect.poll(() => figure("replica_in_use")).toBe(0)
  expect(await readNotes()).toMatchObject([{ place: "primary" }])
  await servers.resume()
  await expect.poll(() => readNotes()).toMatchObject([{ place: "replica" }])

  let over = false
  let answered = 0
  const askers = Array.from({ length: 4 }, async () => {
    for (; !over; answered++) await readNotes()
  })
  await servers.kill()
  const atKill = answered
  await expect.poll(() => answered).toBeGreaterThan(atKill + 50)
  await expect.poll(() => figure("replica_in_use")).toBe(0)
  expect(await figure("replica_lag_seconds")).toBeNaN()
  await servers.startAgain()
  await expect.poll(() => readNotes()).toMatchObject([{ place: "replica" }])
  over = true
  await Promise.all(askers)
})

test("an athlete's page is read from the replica and shows every change at once, also while the replica is behind or gone", async () => {
  await servers.primary.query(`
    insert into athletes (slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at)
    values ('lena', 'Lena 0', 'lena 0', 'public', 'UTC', 'I agree.', now(), now())`)
  let changes = 0
  const showsChange = async () => {
    const name = `Lena ${++changes}`
    await servers.primary.query(`update athletes set display_name = '${name}' where slug = 'lena'`)
    const read = async () => (await fetch(`${url}/leaderboard/athletes/lena`)).text()
    await expect.poll(read).toContain(name)
  }
  /** Whether the replica has been asked for an athlete since it started, after one more change. */
  const wasAsked = async () => {
    await showsChange()
    const asked = "select 1 from pg_stat_activity where pid <> pg_backend_pid() and query ~ 'athletes'"
    return (await servers.replica.query(asked)).length > 0
  }
  await expect.poll(wasAsked).toBe(true)
  await servers.pause()
  await showsChange()
  await servers.resume()
  await servers.kill()
  await showsChange()
  await servers.startAgain()
  await expect.poll(wasAsked).toBe(true)
})

test("a start with an address that is not a replica of the database fails with one sentence; an unreachable replica does not stop it", async () => {
  const itself = start({ DATABASE_READ_URL: servers.primaryUrl })
  expect(await itself.ended).toBe(78)
  expect(itself.stderr()).toMatch(
    /^DATABASE_READ_URL must lead to a replica of DATABASE_URL, but [^\n]*accepts writes\n$/,
  )
  const nothing = start({ DATABASE_READ_URL: "postgres://postgres@127.0.0.1:1/b4m" })
  await nothing.url
  await expect.poll(nothing.output).toContain("The replica on 127.0.0.1 does not answer")
  nothing.kill("SIGTERM")
  expect(await nothing.ended).toBe(0)
})
