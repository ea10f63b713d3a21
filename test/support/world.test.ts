import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "./world.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld({ now: "2026-11-20T10:00:00Z" })
})
afterAll(() => t.close())

const mail = { to: "a@example.com", subject: "Hello", text: "Hello", kind: "test" }

test("mails and jobs of a rolled back transaction do not exist", async () => {
  const { world } = t
  await expect(
    world.db.transaction(async (db) => {
      await db.transaction((inner) => world.mail.queue(inner, mail))
      await world.jobs.add(db, "count", { by: 1 })
      throw new Error("rolled back")
    }),
  ).rejects.toThrow("rolled back")
  expect(t.mails).toEqual([])
  expect(t.jobs).toEqual([])
})

test("one mail per key, one waiting job per key, run when they are due", async () => {
  const { world } = t
  await world.db.transaction(async (db) => {
    await world.mail.queue(db, mail, { key: "once" })
    await world.mail.queue(db, mail, { key: "once" })
    await world.jobs.add(db, "count", { by: 1 }, { key: "k" })
    await world.jobs.add(db, "count", { by: 1 }, { key: "k" })
    await world.jobs.add(db, "count", { by: 2 }, { startAfter: new Date("2026-11-20T11:00:00Z") })
    expect(t.mails).toEqual([])
  })
  expect(t.mails).toEqual([mail])
  let total = 0
  const handler = async ({ by }: { by: number }) => {
    total += by
  }
  expect(await t.runJobs("count", handler)).toBe(1)
  t.clock.advance(3_600_000)
  expect(await t.runJobs("count", handler)).toBe(1)
  expect(total).toBe(3)
})

test("live notifications arrive after the commit, and not after a rollback", async () => {
  const { world } = t
  const heard: string[] = []
  const end = world.live.subscribe("board", (payload) => heard.push(payload))
  await world.db
    .transaction(async (db) => {
      await world.live.publish(db, "board", "lost")
      throw new Error("no")
    })
    .catch(() => undefined)
  await world.db.transaction((db) => world.live.publish(db, "board", "kept"))
  await expect.poll(() => heard).toEqual(["kept"])
  end()
})

test("the database is real and has the product's roles", async () => {
  const rows = await t.world.db.sql<{ rolname: string; rolbypassrls: boolean }>`
    select rolname, rolbypassrls from pg_roles where rolname in ('anon', 'service_role') order by 1`
  expect([...rows]).toEqual([
    { rolname: "anon", rolbypassrls: false },
    { rolname: "service_role", rolbypassrls: true },
  ])
})
