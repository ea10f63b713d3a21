import { expect, test } from "vitest"
import { collectLog } from "#test/support/collected-log.ts"
import { createDuties } from "./duties.ts"

test("a duty that hangs is not started again, and does not delay others", async () => {
  const duties = createDuties(collectLog())
  const mayGo = Promise.withResolvers<void>()
  const done: string[] = []
  const slow = async () => {
    done.push("slow begins")
    await mayGo.promise
    done.push("slow ends")
  }
  duties.start("wait", slow)
  duties.start("wait", slow)
  duties.start("renew", async () => void done.push("renewed"))
  expect(done).toEqual(["slow begins", "renewed"])
  const settled = duties.settled().then(() => done.push("settled"))
  mayGo.resolve()
  await settled
  expect(done).toEqual(["slow begins", "renewed", "slow ends", "settled"])
  duties.start("wait", slow)
  await duties.settled()
  expect(done.slice(4)).toEqual(["slow begins", "slow ends"])
})

test("a duty that failed is logged and started again the next time", async () => {
  const log = collectLog()
  const duties = createDuties(log)
  for (const error of [new Error("no connection"), "odd"]) {
    duties.start("renew its lease", () => Promise.reject(error))
    await duties.settled()
  }
  duties.start("prune", () => {
    throw new Error("at once")
  })
  await duties.settled()
  expect(log.entries).toMatchObject([
    { fields: { error: "no connection" }, message: "Realtime could not renew its lease" },
    { fields: { error: "unknown" }, message: "Realtime could not renew its lease" },
    { fields: { error: "at once" }, message: "Realtime could not prune" },
  ])
})
