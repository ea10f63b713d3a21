/** The weekly board, whose process is killed while it posts: no chat gets a week twice, and none is lost without a word. */
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, expect, test } from "vitest"
import { createChat } from "#adapters/chat/webhooks.ts"
import { createSeal } from "#primitives/secrets.ts"
import { type ChatStandIn, startChatService } from "#test/stand-ins/chat-service.ts"
import { runProgram } from "#test/support/child-program.ts"
import { createCompetitionWorld } from "#test/support/competition.ts"
import type { TestWorld } from "#test/support/world.ts"
import { addChat } from "./addresses.ts"
import { postWeek, queueWeeks } from "./weeks.ts"

const chats = 40
const monday = "2026-11-23T16:00:00Z"
const sealSecret = "a secret that only tests know"

let t: TestWorld
let service: ChatStandIn
beforeAll(async () => {
  t = await createCompetitionWorld("2026-11-20T20:00:00Z")
  service = await startChatService()
  const addresses = createSeal(sealSecret, "chat addresses")
  t.world.chat = createChat({ addresses, standIn: service.origin })
  // As many as a subject may have would be five.
  for (let nr = 0; nr < chats; nr++) {
    const added = await addChat(t.world, { series: "monthly" }, `${service.origin}/slack/${nr}`)
    if (!added.ok) throw new Error(added.code)
    await t.world.db.sql`update private.chat_addresses set series = 'fortnightly' where id = ${added.id}`
  }
})
afterAll(async () => {
  await service.close()
  await t.close()
})

function start() {
  const options = { databaseUrl: t.database.url, chatOrigin: service.origin, sealSecret, now: monday }
  const run = runProgram(join(import.meta.dirname, "../../test/support/chat-program.ts"), [
    JSON.stringify(options),
  ])
  return { ...run, go: () => run.process.stdin?.write("post\n") }
}

const states = async () => {
  const rows = await t.world.db.sql<{ state: string; n: number }>`
    select state, count(*)::integer as n from private.chat_posts group by state`
  return Object.fromEntries(rows.map(({ state, n }) => [state, n]))
}

test("killed once the week is queued, and in the middle of posting: each chat gets it at most once, and what is unknown is said", async () => {
  for (const reached of [
    async () => Object.keys(await states()).length > 0,
    async () => service.received.length >= chats / 2,
  ]) {
    const run = start()
    await run.ready
    run.go()
    while (!(await reached())) {
      expect(run.process.exitCode, "it ended before it could be killed").toBeNull()
      await sleep(2)
    }
    await run.kill()
  }
  // What the queue does once it has noticed that a process is gone, which takes half a minute (server/jobs/jobs.test.ts).
  t.clock.set(monday)
  expect(await queueWeeks(t.world)).toBe(0)
  const left = await t.world.db.sql<{ id: string; monday: string }>`
    select address_id as id, monday::text from private.chat_posts where state in ('queued', 'sending')`
  for (const week of left) await postWeek(t.world, week)
  const arrived = service.received.map(({ path }) => path)
  expect(new Set(arrived).size).toBe(arrived.length)
  const { sent = 0, unknown = 0, ...others } = await states()
  expect([sent + unknown, others]).toEqual([chats, {}])
  expect(arrived.length).toBeGreaterThanOrEqual(sent)
  // Four are posted at a time, and two processes were killed.
  expect(unknown).toBeLessThanOrEqual(8)
}, 60_000)
