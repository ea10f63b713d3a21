import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { connectPostgres, type PostgresDb } from "#adapters/db/postgres.ts"
import type { World } from "#domain/world.ts"
import type { Delivery, Letter, Mail, MailMessage, MailTransport } from "#ports/mail.ts"
import { createTestWorld, type TestWorld } from "#test/support/world.ts"
import { listDead, retryDead } from "../jobs/dead.ts"
import { createJobs, type RunningJobs } from "../jobs/jobs.ts"
import { createMail, forgetOldMails, mailWorker } from "./mail.ts"

let testWorld: TestWorld
let db: PostgresDb
let mail: Mail
let running: RunningJobs
let sent: Letter[]
let answer: (letter: Letter) => Promise<Delivery>

beforeAll(async () => {
  testWorld = await createTestWorld()
})
afterAll(() => testWorld.close())

beforeEach(async () => {
  await testWorld.world.db.sql`truncate private.mails`
  sent = []
  answer = async () => ({ ok: true, answer: "250 taken" })
  db = connectPostgres({ url: testWorld.database.url, max: 5 })
  const transport: MailTransport = {
    repeatable: false,
    deliver: async (letter) => {
      sent.push(letter)
      return answer(letter)
    },
  }
  const worker = mailWorker()
  const quick = { ...worker, retry: { ...worker.retry, delaySeconds: 1, maxDelaySeconds: 1 } }
  running = createJobs({ db, log: testWorld.log, pollSeconds: 0.5 })
  await running.open({ workers: [quick] })
  mail = createMail(running.jobs)
  const transports = { ...testWorld.world.transports, mail: transport }
  const world: World = { ...testWorld.world, db, mail, transports, jobs: running.jobs }
  await running.work(world)
})
afterEach(async () => {
  await running.stop(1)
  await db.end()
})

const message = (more: Partial<MailMessage> = {}): MailMessage => ({
  to: "ana@mail.example",
  subject: "Hello",
  text: "Hi",
  kind: "test.hello",
  ...more,
})

const rows = () =>
  db.sql<{ state: string; message: MailMessage | null; answer: string | null }>`
    select state, message, answer from private.mails order by queued_at`

test("a mail is sent after its transaction commits, and only then", async () => {
  await expect(
    db.transaction(async (within) => {
      await mail.queue(within, message({ subject: "never" }))
      throw new Error("no")
    }),
  ).rejects.toThrow("no")
  await db.transaction(async (within) => {
    await mail.queue(within, message({ subject: "Now", headers: { "X-Kind": "a" } }))
    expect(sent).toEqual([])
  })
  await expect
    .poll(() => sent.map((letter) => letter.message))
    .toEqual([message({ subject: "Now", headers: { "X-Kind": "a" } })])
  expect(sent[0]?.queuedAt).toBeInstanceOf(Date)
})

test("the text of a sent mail is deleted", async () => {
  await mail.queue(db, message())
  await expect
    .poll(async () => (await rows())[0])
    .toEqual({ state: "sent", message: null, answer: "250 taken" })
})

test("two mails with the same key are one, even from two concurrent transactions", async () => {
  await Promise.all(
    Array.from({ length: 6 }, () =>
      db.transaction((within) => mail.queue(within, message(), { key: "welcome:1" })),
    ),
  )
  await mail.queue(db, message(), { key: "welcome:2" })
  await mail.queue(db, message())
  await expect.poll(() => sent.length).toBe(3)
  await mail.queue(db, message(), { key: "welcome:1" })
  await mail.queue(db, message({ subject: "Last" }))
  await expect.poll(() => sent.map((letter) => letter.message.subject)).toContain("Last")
  expect(sent).toHaveLength(4)
})

test("a busy server is retried with the same id until it accepts the mail", async () => {
  answer = async () =>
    sent.length < 3
      ? { ok: false, permanent: false, reason: "450 later" }
      : { ok: true, answer: "250 at last" }
  await mail.queue(db, message())
  await expect.poll(async () => (await rows())[0]?.state).toBe("sent")
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1)
})

test("a permanent refusal is dead immediately but keeps its mail, and an operator can send it again", async () => {
  answer = async () => ({ ok: false, permanent: true, reason: "550 no such user" })
  await mail.queue(db, message())
  await expect
    .poll(async () => (await rows())[0])
    .toEqual({
      state: "dead",
      message: message(),
      answer: "550 no such user",
    })
  await expect
    .poll(async () => (await listDead(running.boss)).map(({ reason }) => reason))
    .toEqual(["550 no such user"])
  expect(sent).toHaveLength(1)

  answer = async () => ({ ok: true, answer: "250 taken" })
  await retryDead(
    running.boss,
    (await listDead(running.boss)).map(({ id }) => id),
  )
  await expect.poll(async () => (await rows())[0]?.state).toBe("sent")
})

test("mails that finished long ago are deleted with their keys, waiting ones never", async () => {
  await db.sql`insert into private.mails (key, kind, state, message, queued_at, ended_at) values
    ('old', 'x', 'sent', null, '2025-01-01', '2025-01-01'),
    ('recent', 'x', 'sent', null, '2026-11-01', '2026-11-01'),
    ('waiting', 'x', 'queued', '{}', '2025-01-01', null)`
  await forgetOldMails(db, new Date("2026-11-20T00:00:00Z"))
  const kept = await db.sql<{ key: string }>`select key from private.mails order by key`
  expect(kept.map(({ key }) => key)).toEqual(["recent", "waiting"])
})

test("a refused mail is sent again unchanged; a delivered one is not", async () => {
  answer = async () => ({ ok: false, permanent: true, reason: "550 no such user" })
  await mail.queue(db, message())
  await expect.poll(async () => (await rows())[0]?.state).toBe("dead")
  answer = async () => ({ ok: true, answer: "250 taken" })
  const id = sent[0]?.id ?? ""
  expect(await mail.again(db, id)).toBe(true)
  await expect.poll(async () => (await rows())[0]?.state).toBe("sent")
  expect(sent[1]?.message).toEqual(message())
  expect(await mail.again(db, id)).toBe(false)
})

test("A reported bounce ends mails on their way and marks the one it is about; a complaint only marks it", async () => {
  const state = async () => (await rows()).map(({ state, answer }) => `${state} ${answer}`)
  await mail.queue(db, message())
  await expect.poll(async () => (await rows())[0]?.state).toBe("sent")
  const [first] = await db.sql<{ id: string }>`select id from private.mails`
  answer = async () => ({ ok: false, permanent: false, reason: "451 Later" })
  await mail.queue(db, message())
  await mail.queue(db, message({ to: "ben@mail.example" }))
  await expect.poll(() => sent.length).toBeGreaterThan(2)
  const report = { email: "ana@mail.example", reason: "550 5.1.1 No such user" }
  await mail.reported(db, { ...report, type: "complaint", id: first?.id })
  expect(await state()).toEqual([`complained ${report.reason}`, "queued null", "queued null"])
  await mail.reported(db, { ...report, type: "bounce" })
  await mail.reported(db, { ...report, type: "bounce", id: first?.id })
  expect(await state()).toEqual([`complained ${report.reason}`, `bounced ${report.reason}`, "queued null"])
  expect((await rows())[1]?.message).toBeNull()
  const [second] = await db.sql<{ id: string }>`select id from private.mails where state = 'bounced'`
  expect(await mail.again(db, second?.id ?? "")).toBe(false)
})
