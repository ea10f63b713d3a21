import { randomUUID } from "node:crypto"
import { createClient, type SupabaseClient } from "@supabase/supabase-js"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type RealtimeServer, startRealtime } from "../support/realtime.ts"
import { testKeys } from "../support/server.ts"

const [owner, stranger] = [randomUUID(), randomUUID()]
/** Policies in the forms that PostgreSQL writes differently: a column, a subquery, the whole row, a restriction, a role. */
const sql = `
  create table posts (id int primary key, owner uuid, published boolean not null default false, body text, kept text);
  alter table posts enable row level security;
  alter table posts replica identity full;
  create policy "published, or my own" on posts for select using (published or owner = auth.uid());
  create table slugs (slug text primary key, published boolean not null);
  alter table slugs enable row level security;
  create policy "published" on slugs for select using (published);
  create schema club;
  grant usage on schema club to anon, authenticated;
  create table club.members (team int, member uuid);
  grant select on club.members to authenticated;
  create table club.posts (id int primary key, team int, is_draft boolean, body text);
  alter table club.posts enable row level security;
  create policy "members" on club.posts for select to authenticated
    using (exists (select from club.members posts where posts.team = club.posts.team and posts.member = auth.uid()));
  create policy "no drafts" on club.posts as restrictive for select using (not is_draft);
  create policy "sees nothing of it" on club.posts for update to anon using (true);
  create table whole (id int primary key, body text, published boolean);
  create function is_public(one whole) returns boolean language sql stable return one.published;
  alter table whole enable row level security;
  create policy "whole row" on whole for select using (is_public(whole));
  grant select on posts, slugs, club.posts, whole to anon, authenticated;
  alter publication supabase_realtime add table posts, slugs, club.posts, whole;
`

let server: RealtimeServer
beforeAll(async () => {
  server = await startRealtime({ sql })
})
const clients: SupabaseClient[] = []
afterAll(async () => {
  for (const client of clients) await client.realtime.disconnect()
  await server.close()
})

interface Heard {
  eventType: string
  new: Record<string, unknown>
  old: Record<string, unknown>
}

async function watch(table: string, { sub, schema = "public" }: { sub?: string; schema?: string } = {}) {
  const token = sub && (await server.issuer.token({ sub }))
  const client = createClient(server.url, testKeys.publishable, {
    auth: { persistSession: false, autoRefreshToken: false },
    ...(token ? { accessToken: async () => token } : {}),
  })
  clients.push(client)
  if (token) await client.realtime.setAuth()
  const heard: Heard[] = []
  const states: string[] = []
  client
    .channel(`hidden-${randomUUID()}`)
    .on("postgres_changes" as never, { event: "*", schema, table }, (change: Heard) => {
      heard.push(change)
    })
    .on("system" as never, {}, ({ status }: { status: string }) => void states.push(status))
    .subscribe()
  await expect.poll(() => states).toEqual(["ok"])
  return heard
}
const bodies = (heard: readonly Heard[]) =>
  heard.map(({ eventType, new: { body } }) => `${eventType} ${body}`)
/** First in one transaction, then on other rows in one transaction each. */
async function inBothWays(statements: (id: number) => string[]) {
  await server.db.transaction(async (within) => {
    for (const statement of statements(1)) await within.query(statement)
  })
  for (const statement of statements(2)) await server.db.query(statement)
}

test("attack: a version of a row that was hidden is not sent when a later one is published", async () => {
  const [anonymous, mine, other] = [
    await watch("posts"),
    await watch("posts", { sub: owner }),
    await watch("posts", { sub: stranger }),
  ]
  await inBothWays((id) => [
    `insert into posts values (${id}, '${owner}', false, 'first SECRET')`,
    `update posts set body = 'SECRET' where id = ${id}`,
    `update posts set body = 'clean', published = true where id = ${id}`,
    `update posts set body = 'cleaner' where id = ${id}`,
  ])
  const published = ["UPDATE clean", "UPDATE cleaner"]
  const all = ["INSERT first SECRET", "UPDATE SECRET", ...published]
  // Its owner gets every version, however quickly the next one followed.
  await expect.poll(() => bodies(mine)).toEqual([...all, ...all])
  await expect.poll(() => bodies(anonymous)).toEqual([...published, ...published])
  await expect.poll(() => bodies(other)).toEqual([...published, ...published])
  expect(JSON.stringify([anonymous, other])).not.toContain("SECRET")
})

test("attack: a row that is given to another member shows that member nothing of its earlier versions", async () => {
  const [mine, other] = [await watch("posts", { sub: owner }), await watch("posts", { sub: stranger })]
  await inBothWays((n) => [
    `insert into posts values (${n + 10}, '${owner}', false, 'for me')`,
    `update posts set owner = '${stranger}', body = 'for you' where id = ${n + 10}`,
    `update posts set body = 'for you alone' where id = ${n + 10}`,
  ])
  await expect
    .poll(() => bodies(other))
    .toEqual(["UPDATE for you", "UPDATE for you alone", "UPDATE for you", "UPDATE for you alone"])
  expect(JSON.stringify(other)).not.toContain("for me")
  expect(JSON.stringify(mine)).not.toContain("for you")
})

test("attack: the old record of an update and of a deletion contains no hidden key", async () => {
  const [heard, posts] = [await watch("slugs"), await watch("posts")]
  await server.db.query(
    "insert into slugs values ('SECRET name', false), ('SECRET draft', false), ('open', true)",
  )
  await server.db.query("update slugs set slug = 'name', published = true where slug = 'SECRET name'")
  await server.db.query("update slugs set slug = 'renamed' where slug = 'open'")
  await expect.poll(() => heard.filter(({ eventType }) => eventType === "UPDATE").length).toBe(2)
  await server.db.query("delete from slugs")
  await server.db.query(
    `insert into posts values (21, null, false, 'hidden'), (22, null, true, 'seen'); delete from posts where id > 20`,
  )
  await expect
    .poll(() => heard.map(({ eventType, new: { slug }, old }) => [eventType, slug, old]).slice(-4))
    .toEqual([
      ["UPDATE", "name", {}],
      ["UPDATE", "renamed", { slug: "open" }],
      ["DELETE", undefined, { slug: "name" }],
      ["DELETE", undefined, { slug: "renamed" }],
    ])
  expect(JSON.stringify(heard)).not.toContain("SECRET")
  await expect
    .poll(() => posts.filter(({ eventType }) => eventType === "DELETE").at(-1)?.old)
    .toEqual({ id: 22 })
  expect(posts.map(({ old }) => old)).not.toContainEqual({ id: 21 })
})

test("changes: policies with subqueries, restrictions, roles and whole rows are evaluated for the version that is sent", async () => {
  await server.db.query(`insert into club.members values (1, '${owner}'), (2, '${stranger}')`)
  const [mine, other, anonymous, whole] = [
    await watch("posts", { sub: owner, schema: "club" }),
    await watch("posts", { sub: stranger, schema: "club" }),
    await watch("posts", { schema: "club" }),
    await watch("whole"),
  ]
  await inBothWays((id) => [
    `insert into club.posts values (${id}, 1, true, 'draft')`,
    `update club.posts set is_draft = false, body = 'of team 1' where id = ${id}`,
    `update club.posts set team = 2, body = 'of team 2' where id = ${id}`,
    `update club.posts set team = 1, body = 'back' where id = ${id}`,
    `insert into whole values (${id}, 'hidden', false)`,
    `update whole set published = true, body = 'shown' where id = ${id}`,
  ])
  await expect.poll(() => bodies(whole)).toEqual(["UPDATE shown", "UPDATE shown"])
  await expect.poll(() => bodies(mine).filter((one) => one === "UPDATE back")).toHaveLength(2)
  // If each version is a transaction, a version is sent only if it is looked up before the row belongs to the other
  // team.
  expect(bodies(mine).slice(0, 2)).toEqual(["UPDATE of team 1", "UPDATE back"])
  expect(bodies(mine)).not.toContain("INSERT draft")
  expect(bodies(mine)).not.toContain("UPDATE of team 2")
  expect(bodies(other).filter((one) => one !== "UPDATE of team 2")).toEqual([])
  expect(anonymous).toEqual([])
})

test("attack: for a row above 1 MB the small values of a hidden version are not sent either", async () => {
  await server.db.query(
    'alter policy "published, or my own" on posts using (published or coalesce(length(kept), 0) = 0 and id > 30)',
  )
  const heard = await watch("posts")
  await server.db.transaction(async (within) => {
    await within.query("insert into posts values (31, null, false, 'SECRET', repeat('x', 1100000))")
    await within.query("update posts set body = 'clean', kept = null where id = 31")
  })
  await expect.poll(() => bodies(heard)).toEqual(["UPDATE clean"])
})

test("attack: a policy on a virtual column, which is not stored with a change, hides everything", async () => {
  const [version] = await server.db.query(
    "select current_setting('server_version_num')::int >= 180000 as has",
  )
  const kind = version?.has ? "virtual" : "stored"
  await server.db.query(`
    create table virtual_ones (id int primary key, body text, is_draft boolean generated always as (body like 'SECRET%') ${kind});
    alter table virtual_ones enable row level security;
    create policy "no drafts" on virtual_ones for select using (is_draft is not true);
    grant select on virtual_ones to anon;
    alter publication supabase_realtime add table virtual_ones`)
  const heard = await watch("virtual_ones")
  await server.db.transaction(async (within) => {
    await within.query("insert into virtual_ones values (1, 'SECRET')")
    await within.query("update virtual_ones set body = 'clean'")
  })
  await expect.poll(() => heard.at(-1)?.eventType).toBe("UPDATE")
  expect(JSON.stringify(heard)).not.toContain("SECRET")
})
