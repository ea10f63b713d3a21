import { expect, test } from "vitest"
import { createAdmissions } from "./admissions.ts"

test("one group that asks without end delays the others by one of its own at a time", async () => {
  const admit = createAdmissions({ perSecond: 50, longestWaitMs: 60_000, longestQueue: 1_000 })
  const order: string[] = []
  const ask = async (group: string) => {
    if (await admit(group)) order.push(group)
  }
  const flood = Array.from({ length: 100 }, () => ask("flood"))
  const others = Array.from({ length: 5 }, () => ask("other"))
  await Promise.all([...others, ask("third")])
  // The first fifty were admitted before anybody else had asked.
  expect(order.filter((group) => group === "flood").length).toBeLessThanOrEqual(50 + 6)
  await Promise.all(flood)
  expect(order).toHaveLength(106)
})

test("who waits too long, or behind too many of its own, is refused, and a pause gives room again", async () => {
  const admit = createAdmissions({ perSecond: 10, longestWaitMs: 150, longestQueue: 20 })
  const answers = await Promise.all(Array.from({ length: 40 }, () => admit("one")))
  const admitted = answers.filter(Boolean).length
  expect(admitted).toBeGreaterThanOrEqual(10)
  expect(admitted).toBeLessThan(20)
  // Ten were admitted at once and twenty may wait.
  expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => false))
  await expect.poll(() => admit("one")).toBe(true)
})
