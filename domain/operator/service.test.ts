import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import type { Machine } from "#ports/machine.ts"
import { addOperatorSession } from "#test/support/operators.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { linesAbout } from "./read-journal.ts"
import type { Operator } from "./roles.ts"
import { dropJobs, makeBackup, readService, retryJobs } from "./service.ts"
import { undo } from "./undo.ts"

let t: TestWorld
let owner: Operator
let helper: Operator
const did: string[] = []
function moved(how: string, ids: readonly string[]): number {
  did.push(`${how} ${ids.join(" ")}`)
  return ids.filter((id) => id !== "gone").length
}
const died = { id: "x", queue: "mails", diedAt: new Date(0), attempts: 3, reason: "timeout" }
const machine: Machine = {
  diskFreeBytes: async () => 5e9,
  ownsDatabase: true,
  sendsMail: true,
  queues: async () => [{ queue: "mails", waiting: 1, atWork: 0, dead: 2 }],
  deadJobs: async () => [died],
  retryJobs: async (ids) => moved("retry", ids),
  dropJobs: async (ids) => moved("drop", ids),
  keepJobs: async (ids) => moved("keep", ids),
  settings: [{ name: "PORT", value: "3000" }],
  versions: { b4m: "1" },
  backups: async () => [new Date(0)],
  sendingRecords: async () => [],
  health: async () => ({ troubles: [], archiveLagSeconds: 0, drill: null }),
  backUp: async () => void did.push("backup"),
}
beforeAll(async () => {
  t = await createTestWorld()
  owner = await addOperatorSession(t.world, "owner")
  helper = await addOperatorSession(t.world, "helper")
})
afterAll(() => t.close())
beforeEach(() => {
  did.length = 0
})

test("Dead jobs are retried only with a job queue, and if one of them is dead", async () => {
  const world = { ...t.world, machine }
  expect(await retryJobs(t.world, owner, ["x"])).toEqual({ ok: false, code: "no_machine" })
  expect(await retryJobs(world, helper, ["x"])).toEqual({ ok: false, code: "not_allowed" })
  expect(await retryJobs(world, owner, ["gone"])).toEqual({ ok: false, code: "unknown_job" })
  expect(await retryJobs(world, owner, ["x", "y"])).toMatchObject({ ok: true, moved: 2 })
  expect(did).toEqual(["retry gone", "retry x y"])
  const many = Array.from({ length: 90 }, (_, n) => `job-${n}`)
  await retryJobs(world, owner, many)
  const [row] = await t.world.db.sql<{ id: string }>`
    select subject_id as id from private.journal j order by j.id desc limit 1`
  expect(row?.id).toBe(many.join(",").slice(0, 500))
})

test("Dead jobs are dropped, and restored through the journal, once", async () => {
  const world = { ...t.world, machine }
  expect(await dropJobs(t.world, owner, ["x"])).toEqual({ ok: false, code: "no_machine" })
  expect(await dropJobs(world, helper, ["x"])).toEqual({ ok: false, code: "not_allowed" })
  expect(await dropJobs(world, owner, ["gone"])).toEqual({ ok: false, code: "unknown_job" })
  const many = Array.from({ length: 90 }, (_, n) => `job-${n}`)
  const dropped = await dropJobs(world, owner, many)
  expect(dropped).toMatchObject({ ok: true, moved: 90 })
  const entry = ("entry" in dropped && dropped.entry) || 0
  expect(await undo(world, helper, entry)).toEqual({ ok: false, code: "not_allowed" })
  expect(await undo(t.world, owner, entry)).toEqual({ ok: false, code: "no_machine" })
  expect(await undo(world, owner, entry)).toMatchObject({ ok: true })
  expect(await undo(world, owner, entry)).toEqual({ ok: false, code: "already_undone" })
  expect(did).toEqual(["drop gone", `drop ${many.join(" ")}`, `keep ${many.join(" ")}`])
})

test("A backup can be made if this installation makes any", async () => {
  const { backUp: _none, ...without } = machine
  expect(await makeBackup(t.world, owner)).toEqual({ ok: false, code: "no_backups" })
  expect(await makeBackup({ ...t.world, machine: without }, owner)).toEqual({ ok: false, code: "no_backups" })
  expect(await makeBackup({ ...t.world, machine }, helper)).toEqual({ ok: false, code: "not_allowed" })
  expect(did).toEqual([])
  expect(await makeBackup({ ...t.world, machine }, owner)).toMatchObject({ ok: true })
  expect(did).toEqual(["backup"])
  const lines = await linesAbout(t.world.db, { subject: "backup", id: t.world.now().toISOString() })
  expect(lines).toMatchObject([{ command: "backup.make" }])
})

test("The desk shows unsent mails, each service, and the state of the machine, if known", async () => {
  await t.world.db
    .sql`insert into private.mails (kind, state, message) values ('a', 'queued', '{}'), ('b', 'sent', null)`
  const bare = await readService(t.world)
  expect(bare.mails.map(({ kind }) => kind)).toEqual(["a"])
  expect(bare.counts).toEqual([
    { state: "queued", count: 1 },
    { state: "sent", count: 1 },
  ])
  expect(bare).toMatchObject({
    queues: [],
    dead: [],
    settings: [],
    backups: [],
    canBackUp: false,
    ownsDatabase: false,
    diskFreeBytes: undefined,
    versions: { postgresql: expect.stringMatching(/^\d/) },
  })
  expect(bare.sources.length).toBeGreaterThan(5)
  expect(bare.sources[0]).toMatchObject({ name: "Strava", configured: false, connected: 0, alarms: [] })
  expect(bare.sources[0]?.webhook).toMatch(/^http:\/\/b4m\.test\//)
  expect(bare.sources[0]?.callback).toMatch(/^http:\/\/b4m\.test\//)
  expect(await readService({ ...t.world, machine })).toMatchObject({
    queues: [{ queue: "mails" }],
    dead: [died],
    settings: [{ name: "PORT" }],
    versions: { b4m: "1", postgresql: expect.any(String) },
    backups: [new Date(0)],
    canBackUp: true,
    ownsDatabase: true,
    diskFreeBytes: 5e9,
  })
})
