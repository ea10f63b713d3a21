import { mkdtemp, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createPostgresLive } from "#adapters/live/postgres.ts"
import { consentText } from "#content/competition-consent.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import type { World } from "#domain/world.ts"
import { joinByForm } from "#test/support/account-form.ts"
import { collectLog } from "#test/support/collected-log.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { createTestDatabase, type TestDatabase } from "#test/support/database.ts"
import { openEvents } from "#test/support/events.ts"
import { encodeFit } from "#test/support/recordings.ts"
import { killAll, type ServerProcess, startProcess } from "#test/support/server-process.ts"
import { ensureBuilt } from "../../../scripts/bootstrap/build.mjs"

let database: TestDatabase
let folder: string
let world: World
const processes: ServerProcess[] = []

beforeAll(async () => {
  // The processes serve pages, which requires a build that a run of single tests does not create.
  await ensureBuilt(join(import.meta.dirname, "../../.."), () => {})
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), "b4m-boards-"))
  const live = createPostgresLive(database.db, collectLog())
  // Writes like another process, in real time and with real notifications.
  world = { db: database.db, live, log: collectLog(), now: () => new Date() } as unknown as World
  await maintainBoards(world)
  const start = () =>
    startProcess("server/main.ts", {
      DATABASE_URL: database.url,
      DATABASE_POOL: "6",
      DATA_DIR: join(folder, "data"),
      PORT: "0",
      LOG_LEVEL: "warn",
    })
  processes.push(start(), start())
}, 600_000)
afterAll(async () => {
  await killAll(processes)
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

/** Workouts of different lengths, so that they do not count as copies of each other. */
const run = (hoursAgo: number) =>
  sentRun({
    startedAt: new Date(Date.now() - hoursAgo * 3_600_000),
    movingS: 1800,
    elapsedS: 1800,
    distanceM: 5000 + hoursAgo * 100,
  })

/** Calls one of the processes as a page does. Returns the JSON. */
async function send(url: string, path: string, body: object, token?: string) {
  const secrets = JSON.parse(await readFile(join(folder, "data", "secrets.json"), "utf8"))
  const form = body instanceof FormData
  const answer = await fetch(url + path, {
    method: "POST",
    headers: {
      apikey: token ? secrets.SUPABASE_PUBLISHABLE_KEY : secrets.SUPABASE_SECRET_KEY,
      authorization: `Bearer ${token ?? secrets.SUPABASE_SECRET_KEY}`,
      ...(form ? {} : { "content-type": "application/json" }),
    },
    body: form ? body : JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

test("an upload to one of two processes is read once and published by both", async () => {
  const [one, two] = (await Promise.all(processes.map(({ url }) => url))) as [string, string]
  const account = { email: "ida@mail.example", password: "a password of Tests 1" }
  await send(one, "/auth/v1/admin/users", { ...account, email_confirm: true })
  const { access_token: token } = await send(two, "/auth/v1/token?grant_type=password", account)
  const said = { displayName: "Ida", timeZone: "America/Los_Angeles", consent: consentText }
  await joinByForm(two, token, said)
  await database.db.sql`update athletes set joined_at = '2020-01-01', counts_from = null`
  const pages = await Promise.all([one, two].map((url) => openEvents(`${url}/boards/last-14-days/live`)))
  for (const page of pages) expect((await page.next()).name).toBe("reset")
  // Each process keeps the page in its state before the upload.
  const leaderboard = async (url: string) => {
    const answer = await fetch(`${url}/leaderboard`)
    expect(answer.status).toBe(200)
    return answer.text()
  }
  for (const html of await Promise.all([one, two].map(leaderboard))) expect(html).not.toContain("Ida")

  const startedAt = new Date(Date.now() - 3 * 3_600_000)
  const bytes = encodeFit({
    sessions: [{ startedAt, sport: "running", timerS: 1920, elapsedS: 1920, distanceM: 6100, records: 60 }],
  })
  const announced = { files: [{ name: "run.fit", size: bytes.length }] }
  const { importId } = await send(one, "/functions/v1/begin-import", announced, token)
  const form = new FormData()
  form.set("0.0", new Blob([new Uint8Array(bytes)]))
  await send(one, `/functions/v1/upload-import?import=${importId}`, form, token)
  const told = await Promise.all(pages.map((page) => page.next()))
  for (const { name, data } of told)
    expect([name, data.rows[0].name, data.rows[0].points]).toEqual(["difference", "Ida", 88])
  // The page of a process that did not receive the upload.
  await expect.poll(() => leaderboard(two)).toContain("Ida")
  await expect
    .poll(() => database.db.sql`select finished_at is not null as over from imports`)
    .toEqual([{ over: true }])
  // A job is marked as completed after its work has committed.
  await expect
    .poll(
      () => database.db.sql`select state::text, retry_count as tries from pgboss.job where name = 'import'`,
    )
    .toEqual([{ state: "completed", tries: 0 }])
  for (const page of pages) page.close()
})

test("a page follows the board through any process, and continues at another when one is killed", async () => {
  const [one, two] = await Promise.all(processes.map(({ url }) => url))
  const ana = await addAthlete(world, { name: "Ana" })
  await onActivity(world, ana, run(3))
  for (const url of [one, two]) {
    const total = async () => (await (await fetch(`${url}/boards/last-14-days.json`)).json()).total
    await expect.poll(total).toBe(2)
  }
  const pages = await Promise.all([one, two].map((url) => openEvents(`${url}/boards/last-14-days/live`)))
  for (const page of pages) expect((await page.next()).name).toBe("reset")

  await onActivity(world, ana, run(6))
  const told = await Promise.all(pages.map((page) => page.next()))
  // The same rows have the same ETag in both processes.
  expect(told[0]?.id).toBe(told[1]?.id)

  processes[0]?.kill("SIGKILL")
  await pages[0]?.ended
  await onActivity(world, ana, run(9))
  const after = await pages[1]?.next()
  const back = await openEvents(`${two}/boards/last-14-days/live`, { "last-event-id": told[0]?.id ?? "" })
  expect(await back.next()).toMatchObject({
    name: "difference",
    id: after?.id,
    data: { from: told[0]?.id },
  })

  processes[1]?.kill("SIGTERM")
  await Promise.all([back.ended, pages[1]?.ended])
  expect(await processes[1]?.ended).toBe(0)
})
