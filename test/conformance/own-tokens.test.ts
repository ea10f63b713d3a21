/** Tokens that a server of the operator signs with the shared secret, used by the official client against a running site. */
import { randomUUID } from "node:crypto"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createClient } from "@supabase/supabase-js"
import { type JWTPayload, SignJWT } from "jose"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

const key = `sb_publishable_${"a".repeat(31)}`
const secret = "the-shared-secret-of-this-site-of-32-characters"
const running: ServerProcess[] = []
let database: TestDatabase
let folder: string
let url: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-own-tokens-"))
  await database.db.query(`
    create table notes (id int generated always as identity primary key, owner uuid default auth.uid(), words text);
    alter table notes enable row level security;
    create policy own on notes to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
    grant select, insert on notes to authenticated, anon;
    create function my_level() returns text language sql stable as $$ select auth.jwt() ->> 'level' $$;
    alter publication supabase_realtime add table notes;
    insert into storage.buckets (id, name) values ('notes', 'notes');
    create policy "own objects" on storage.objects to authenticated using (owner_id = auth.uid()::text)
      with check (owner_id = auth.uid()::text);
    create policy "members hear" on realtime.messages for select to authenticated using (true)`)
  const site = startProcess("server/main.ts", {
    ...{ PORT: "0", DATA_DIR: folder, DATABASE_URL: database.url, SUPABASE_PUBLISHABLE_KEY: key },
    SUPABASE_JWT_SECRET: secret,
  })
  running.push(site)
  url = await site.url
})
afterAll(async () => {
  await killAll(running)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function sign(claims: JWTPayload, { by = secret, endsIn = "1h" }: { by?: string; endsIn?: string } = {}) {
  return new SignJWT({ role: "authenticated", aud: "authenticated", ...claims })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuedAt()
    .setExpirationTime(endsIn)
    .sign(new TextEncoder().encode(by))
}
const clientFor = (token: string) => createClient(url, key, { accessToken: async () => token })

test("tokens of one's own: rows, functions of the database, objects and channels are those of the subject, without an account", async () => {
  const sub = randomUUID()
  const client = clientFor(await sign({ sub, level: "gold" }))
  const other = clientFor(await sign({ sub: randomUUID() }))
  expect(await client.from("notes").insert({ words: "mine" }).select("owner, words")).toMatchObject({
    error: null,
    data: [{ owner: sub, words: "mine" }],
  })
  expect((await other.from("notes").select()).data).toEqual([])
  expect((await client.rpc("my_level")).data).toBe("gold")

  const bucket = client.storage.from("notes")
  expect((await bucket.upload("a.txt", new Blob(["hello"]))).error).toBeNull()
  expect(await (await bucket.download("a.txt")).data?.text()).toBe("hello")
  expect((await other.storage.from("notes").download("a.txt")).error).not.toBeNull()

  const heard: unknown[] = []
  const states: string[] = []
  await client.realtime.setAuth()
  const channel = client
    .channel("own", { config: { private: true } })
    .on("postgres_changes", { event: "INSERT", schema: "public", table: "notes" }, (change) =>
      heard.push(change.new),
    )
    .on("system", {}, ({ status }: { status: string }) => states.push(status))
    .subscribe()
  await expect.poll(() => states).toContain("ok")
  await other.from("notes").insert({ words: "not mine" })
  await client.from("notes").insert({ words: "mine too" })
  await expect.poll(() => heard).toMatchObject([{ words: "mine too" }])
  await client.removeChannel(channel)
  await client.realtime.disconnect()
})

test("tokens of one's own: no account, no function of a member and no session of a page belongs to them", async () => {
  const { data } = await createClient(url, key, { auth: { persistSession: false } }).auth.signUp({
    email: "own@b4m.test",
    password: "a-long-passphrase-of-1",
  })
  const token = await sign({ sub: data.user?.id ?? randomUUID(), app_metadata: { role: "owner" } })
  const client = clientFor(token)
  const { error } = await client.functions.invoke("list-sessions", { body: {} })
  expect(error?.context.status).toBe(401)
  const headers = { apikey: key, authorization: `Bearer ${token}` }
  expect((await fetch(`${url}/auth/v1/user`, { headers })).status).toBe(403)
  for (const path of ["/account/session", "/operator/session"]) {
    const answer = await fetch(url + path, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", origin: url },
      body: new URLSearchParams({ token }),
    })
    expect(answer.headers.get("set-cookie"), path).toBeNull()
    expect(answer.status, path).toBeGreaterThanOrEqual(400)
  }
})

test("tokens of one's own: another secret, a past end, a session, a missing or foreign subject, and another role are refused", async () => {
  const sub = randomUUID()
  const wrong = [
    await sign({ sub }, { by: `${secret}x` }),
    await sign({ sub }, { endsIn: "-1m" }),
    await sign({ sub, session_id: randomUUID() }),
    await sign({}),
    await sign({ sub: "ana" }),
    await sign({ sub, role: "postgres" }),
  ]
  for (const token of wrong) {
    const { status } = await clientFor(token).from("notes").select()
    expect(status).toBe(401)
    expect((await clientFor(token).storage.from("notes").list()).error).not.toBeNull()
  }
})
