import { expect, test, vi } from "vitest"
import { createAdmissions } from "./admissions.ts"

test("a group that sends requests nonstop delays each request of the others by one of its own", async () => {
  vi.useFakeTimers()
  try {
    const admit = createAdmissions({ perSecond: 50, longestWaitMs: 60_000, longestQueue: 1_000 })
    const order: string[] = []
    const ask = async (group: string) => {
      if (await admit(group)) order.push(group)
    }
    const all = [
      ...Array.from({ length: 100 }, () => ask("flood")),
      ...Array.from({ length: 5 }, () => ask("other")),
      ask("third"),
    ]
    await vi.advanceTimersByTimeAsync(2_000)
    await Promise.all(all)
    const last = Math.max(order.lastIndexOf("other"), order.lastIndexOf("third"))
    // The first fifty were admitted before any other request arrived.
    expect(order.slice(0, last).filter((group) => group === "flood").length).toBeLessThanOrEqual(50 + 6)
    expect(order).toHaveLength(106)
  } finally {
    vi.useRealTimers()
  }
})

test("a request that waits too long, or behind too many of its own group, is refused, and a pause makes room again", async () => {
  vi.useFakeTimers()
  try {
    const admit = createAdmissions({ perSecond: 10, longestWaitMs: 150, longestQueue: 20 })
    const asked = Promise.all(Array.from({ length: 40 }, () => admit("one")))
    await vi.advanceTimersByTimeAsync(1_000)
    const answers = await asked
    // Ten at once, then one every tenth of a second until the rest have waited too long.
    expect(answers.filter(Boolean)).toHaveLength(12)
    // At most twenty can wait.
    expect(answers.slice(30)).toEqual(Array.from({ length: 10 }, () => false))
    expect(await admit("one")).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})

test("no request is refused because of time in which the process did not run", async () => {
  const admit = createAdmissions({ perSecond: 20, longestWaitMs: 50, longestQueue: 20 })
  const answers = Array.from({ length: 23 }, (_, n) => admit(n < 22 ? "one" : "another"))
  const until = performance.now() + 250
  while (performance.now() < until);
  // Enough places became free in that time for all of them.
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 23 }, () => true))
})
