import { afterAll, beforeAll, expect, test } from "vitest"
import type { Db } from "#domain/world.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { connectPostgres, type PostgresDb } from "./postgres.ts"

let database: TestDatabase
let db: PostgresDb

beforeAll(async () => {
  database = await createTestDatabase()
  db = connectPostgres({ url: database.url, max: 2, applicationName: "to be cut" })
  await database.db.query("create table public.kept (id integer)")
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

async function cutFrom(tx: Db): Promise<() => Promise<unknown>> {
  const [row] = await tx.query("select pg_backend_pid() as pid")
  return () => database.db.query("select pg_terminate_backend($1)", [row?.pid])
}

const usable = async () => {
  await expect.poll(async () => (await db.query("select 1 as one").catch(() => [])).length).toBe(1)
  expect(await database.db.query("select id from public.kept")).toEqual([])
}

test("a connection lost during a statement fails the transaction, not the process", async () => {
  const work = db.transaction(async (tx) => {
    await tx.query("insert into public.kept values (1)")
    const cut = await cutFrom(tx)
    setTimeout(cut, 100)
    await tx.query("select pg_sleep(60)")
  })
  await expect(work).rejects.toMatchObject({ code: "CONNECTION_CLOSED" })
  await usable()
})

test("so does one lost between two statements, and one inside a savepoint; subsequent work still runs", async () => {
  const followed: string[] = []
  const work = db.transaction(async (tx) => {
    await tx.query("insert into public.kept values (2)")
    try {
      await tx.transaction(async (inner) => {
        const cut = await cutFrom(inner)
        await cut()
        await new Promise((resolve) => setTimeout(resolve, 200))
        await inner.sql`insert into public.kept values (3)`
      })
    } finally {
      followed.push("inner")
      await tx.sql`insert into public.kept values (4)`.then(
        () => followed.push("sent"),
        () => followed.push("refused"),
      )
    }
  })
  await expect(work).rejects.toMatchObject({ code: "CONNECTION_CLOSED" })
  await expect.poll(() => followed).toContain("inner")
  await usable()
})

test("other errors still roll back to the savepoint, and the rest is kept", async () => {
  await db.transaction(async (tx) => {
    await tx.query("create table public.rest (id integer primary key)")
    await tx
      .transaction(async (inner) => {
        await inner.query("insert into public.rest values (1)")
        await inner.query("insert into public.rest values (1)")
      })
      .catch((error) => expect(error.code).toBe("23505"))
    await tx.sql`insert into public.rest values (2)`
  })
  expect(await db.query("select id from public.rest")).toEqual([{ id: 2 }])
})
