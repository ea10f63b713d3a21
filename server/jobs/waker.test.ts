import { expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createWaker } from "./waker.ts"

test("However many ask at once, the job is queued at once and once more for those who asked meanwhile", async () => {
  const sent: string[] = []
  const waker = createWaker(async (queue) => void sent.push(queue), collectLog(), 1)
  for (let time = 0; time < 100; time++) waker.wake("mails")
  waker.wake("orders")
  expect(sent).toEqual(["mails", "orders"])
  await waker.close()
  expect(sent.sort()).toEqual(["mails", "mails", "orders"])
})

test("What cannot be queued is logged, and the next try is a new one; closing waits for what is under way", async () => {
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
