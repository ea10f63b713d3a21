import { expect, test } from "vitest"
import type { World } from "#domain/world.ts"
import { readEnv } from "#server/process/env.ts"
import type { RunningJobs } from "../jobs/jobs.ts"
import { createMachine } from "./machine.ts"

test("an external database has no backups of ours, even if a bucket for them is set", async () => {
  const env = readEnv({
    DATABASE_URL: "postgres://b4m:b4m@db.example/b4m",
    BACKUP_S3_BUCKET: "b4m-backups",
    DATA_DIR: "/nowhere",
  })
  const machine = createMachine(env, {} as World, { queue: {} as RunningJobs, stores: [] })
  expect(await machine.backups()).toEqual([])
})
