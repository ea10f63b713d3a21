import { expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { readEnv } from "../env.ts"
import { backupDeadlines } from "./backups.ts"

/** The instants of each kind of scheduled work after a Tuesday. */
async function instants(settings: Record<string, string>): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const { name, next } of backupDeadlines(readEnv(settings))) {
    const first = await next({} as World, new Date("2026-11-24T12:00:00Z"))
    const second = first && (await next({} as World, first))
    found[name] = [first, second].map((at) => at?.toISOString() ?? "never")
  }
  return found
}

const scheduled = {
  backup: ["2026-11-25T00:00:00.000Z", "2026-11-26T00:00:00.000Z"],
  "backup-drill": ["2026-11-29T03:00:00.000Z", "2026-12-06T03:00:00.000Z"],
}

test.each([
  ["a folder", { BACKUP_DIR: "/backups/b4m" }, scheduled],
  ["a bucket", { BACKUP_S3_BUCKET: "b4m-backups" }, scheduled],
  ["no place for backups", {}, {}],
  [
    "a database of its own",
    { BACKUP_DIR: "/backups/b4m", DATABASE_URL: "postgres://b4m:b4m@db.example/b4m" },
    {},
  ],
])("with %s, backups come daily and a drill every Sunday, or neither", async (_with, settings, expected) => {
  expect(await instants(settings)).toEqual(expected)
})
