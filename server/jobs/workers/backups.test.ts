import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { readEnv } from "../../process/env.ts"
import { recordBackup } from "../../world/health.ts"
import { backupDeadlines } from "./backups.ts"

let t: TestWorld
beforeAll(async () => {
  t = await createTestWorld()
})
afterAll(() => t.close())
beforeEach(() => t.world.db.sql`delete from private.settings`)

/** The next two instants of each kind of scheduled work after a Tuesday noon. */
async function instants(settings: Record<string, string>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, next } of backupDeadlines(readEnv(settings))) {
    const first = await next(t.world, new Date("2026-11-24T12:00:10Z"))
    const second = first && (await next(t.world, first))
    found[name] = [first, second].map((at) => at?.toISOString() ?? "never")
  }
  return found
}

const drills = ["2026-11-29T03:00:00.000Z", "2026-12-06T03:00:00.000Z"]
const nights = ["2026-11-25T00:00:00.000Z", "2026-11-26T00:00:00.000Z"]

test.each([
  ["a folder", { BACKUP_DIR: "/backups/b4m" }, "/backups/b4m"],
  ["a bucket", { BACKUP_S3_BUCKET: "b4m-backups" }, "b4m-backups"],
])(
  "with %s, the first backup runs immediately, then one daily and a drill every Sunday",
  async (_with, settings, place) => {
    const { db } = t.world
    const atOnce = ["2026-11-24T12:01:00.000Z", "2026-11-24T12:02:00.000Z"]
    expect(await instants(settings)).toEqual({ backup: atOnce, "backup-drill": drills })
    await recordBackup(db, { at: new Date(), place }, async () => {})
    expect(await instants(settings)).toEqual({ backup: nights, "backup-drill": drills })
  },
)

test("a failed first backup is retried by its job, and daily", async () => {
  const { db } = t.world
  const failing = recordBackup(db, { at: new Date(), place: "/backups/b4m" }, async () => {
    throw new Error("the disk is full")
  })
  await expect(failing).rejects.toThrow("the disk is full")
  expect(await instants({ BACKUP_DIR: "/backups/b4m" })).toMatchObject({ backup: nights })
})

test("a new location for backups gets its first backup immediately", async () => {
  const { db } = t.world
  await recordBackup(db, { at: new Date(), place: "/backups/b4m" }, async () => {})
  expect(await instants({ BACKUP_DIR: "/elsewhere" })).toMatchObject({
    backup: ["2026-11-24T12:01:00.000Z", "2026-11-24T12:02:00.000Z"],
  })
})

test.each([
  ["no location for backups", {}],
  ["an external database", { BACKUP_DIR: "/backups/b4m", DATABASE_URL: "postgres://b4m:b4m@db.example/b4m" }],
])("with %s, there is neither a backup nor a drill", async (_with, settings) => {
  expect(await instants(settings)).toEqual({})
})
