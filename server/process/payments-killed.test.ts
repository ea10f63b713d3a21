import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"

let database: TestDatabase
let folder: string
const running: ServerProcess[] = []

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-payments-"))
})
afterAll(async () => {
  await killAll(running)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

function start(): ServerProcess {
  const env = { PORT: "0", DATA_DIR: folder, DATABASE_URL: database.url, LOG_LEVEL: "warn" }
  const process = startProcess("server/main.ts", env)
  running.push(process)
  return process
}

test("after a kill between the payment and its webhook, the next process receives the event", async () => {
  const first = start()
  const site = await first.url
  const { key } = (await (await fetch(`${site}/backend.json`)).json()) as { key: string }
  const clicked = await fetch(`${site}/functions/v1/create-checkout`, {
    method: "POST",
    headers: { apikey: key, "content-type": "application/json" },
    body: JSON.stringify({ productName: "Personal Brand Starter Kit", price: 29, mode: "payment" }),
  })
  const { url } = (await clicked.json()) as { url: string }
  const page = new URL(url).pathname
  const paid = await fetch(`${site}${page}`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({ choice: "pay", email: "mara@northline.example", webhook: "late" }),
  })
  first.kill("SIGKILL")
  expect(paid.status).toBe(303)
  await first.ended

  const state = async () => {
    const [row] = await database.db.sql<{ state: string }>`select state from orders`
    return row?.state
  }
  expect(await state()).toBe("pending")
  // The ten seconds have passed.
  await database.db
    .sql`update pgboss.job set start_after = now() where name = 'payments-sandbox' and state = 'created'`

  await start().url
  await expect.poll(state).toBe("paid")
})
