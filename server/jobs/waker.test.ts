import { expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createWaker } from "./waker.ts"

test("A job is queued immediately, and once more for all requests made in the meantime", async () => {
  const sent: string[] = []
  const waker = createWaker(async (queue) => void sent.push(queue), collectLog(), 1)
  for (let time = 0; time < 100; time++) waker.wake("mails")
  waker.wake("orders")
  expect(sent).toEqual(["mails", "orders"])
  await waker.close()
  expect(sent.sort()).toEqual(["mails", "mails", "orders"])
})

test("A failure to queue is logged and retried at the next request; closing waits for pending work", async () => {
  const log = collectLog()
  const gate = Promise.withResolvers<void>()
  let tries = 0
  const send = async () => {
    tries++
    if (tries === 1) throw new Error("no database")
    await gate.promise
  }
  const waker = createWaker(send, log, 1)
  waker.wake("mails")
  waker.wake("mails")
  const closed = waker.close().then(() => "closed")
  expect(await Promise.race([closed, new Promise((done) => setTimeout(done, 20, "open"))])).toBe("open")
  gate.resolve()
  expect(await closed).toBe("closed")
  expect(tries).toBe(2)
  expect(log.entries.map(({ message }) => message)).toEqual([
    "A job was not woken, and waits for its deadline",
  ])
})
