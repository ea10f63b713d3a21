/** The functions that Supabase provides for policies and triggers, called from SQL. */
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ["a/b/photo.tar.gz", ["a", "b"], "photo.tar.gz", "gz"],
  ["photo.png", [], "photo.png", "png"],
  ["a.b/photo", ["a.b"], "photo", ""],
])("the object %j lies in %j, is called %j and ends in %j", async (name, folder, file, extension) => {
  const rows = await database.db.query(
    "select storage.foldername($1) as folder, storage.filename($1) as file, storage.extension($1) as extension",
    [name],
  )
  expect(rows).toEqual([{ folder, file, extension }])
})

test.each([
  ["storage.operation", "storage.object.upload", "storage.object.upload"],
  ["realtime.topic", "room:1", "room:1"],
  ["realtime.topic", "", null],
])("%s() tells what the request has set: %j", async (name, set, told) => {
  const rows = await database.db.transaction(async (db) => {
    await db.query("select set_config($1, $2, true)", [name, set])
    return db.query(`select ${name}() as told`)
  })
  expect(rows).toEqual([{ told }])
})

test("a message is sent to a private channel unless it is explicitly public", async () => {
  await database.db.query("select realtime.send('{\"a\": 1}', 'change', 'room:1')")
  await database.db.query("select realtime.send('{\"id\": \"own\"}', 'change', 'room:2', false)")
  await database.db.query("select realtime.send('[1]', 'change', 'room:3')")
  const [{ id } = { id: "" }] = await database.db.query(
    "select id from realtime.messages where topic = 'room:1'",
  )
  expect(
    await database.db.query(
      "select topic, event, payload, private, extension from realtime.messages order by topic",
    ),
  ).toEqual([
    { topic: "room:1", event: "change", payload: { a: 1, id }, private: true, extension: "broadcast" },
    { topic: "room:2", event: "change", payload: { id: "own" }, private: false, extension: "broadcast" },
    { topic: "room:3", event: "change", payload: [1], private: true, extension: "broadcast" },
  ])
})

test("bytes are sent unchanged, and a message that cannot be sent does not abort the transaction", async () => {
  const { db } = database
  await db.query("delete from realtime.messages")
  await db.transaction(async (within) => {
    await within.query("select realtime.send_binary('\\x00ff', 'raw', 'room:1')")
    for (const sent of ["realtime.send('{}', 'e', null)", "realtime.send_binary('', 'e', null)"])
      await within.query(`select ${sent}`)
  })
  expect(await db.query("select event, payload, binary_payload, private from realtime.messages")).toEqual([
    { event: "raw", payload: null, binary_payload: Buffer.from([0, 255]), private: true },
  ])
})

test("a trigger broadcasts the rows before and after a change, and is refused as a statement-level trigger", async () => {
  const { db } = database
  await db.query("delete from realtime.messages")
  await db.query("create table public.rooms (id int, name text)")
  await db.query(
    `create function public.told() returns trigger language plpgsql as $$ begin
       perform realtime.broadcast_changes('rooms', tg_op, tg_op, tg_table_name, tg_table_schema, new, old, tg_level);
       return null; end $$`,
  )
  await db.query(
    "create trigger told after insert or update on public.rooms for each row execute function told()",
  )
  await db.query("insert into public.rooms values (1, 'One')")
  await db.query("update public.rooms set name = 'Two'")
  const about = { schema: "public", table: "rooms" }
  const messages = await db.query(
    "select topic, event, payload from realtime.messages order by inserted_at, event",
  )
  expect(messages).toMatchObject([
    {
      topic: "rooms",
      event: "INSERT",
      payload: { ...about, operation: "INSERT", record: { id: 1, name: "One" } },
    },
    {
      topic: "rooms",
      event: "UPDATE",
      payload: { ...about, operation: "UPDATE", record: { name: "Two" }, old_record: { name: "One" } },
    },
  ])
  await db.query(
    "create trigger by_statement after delete on public.rooms for each statement execute function told()",
  )
  await expect(db.query("delete from public.rooms")).rejects.toThrow()
})
