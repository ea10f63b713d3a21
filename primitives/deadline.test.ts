import { setTimeout as sleep } from "node:timers/promises"
import { expect, test } from "vitest"
import { deadlineExceeded, remainingMs, withDeadline, withOwnDeadline } from "./deadline.ts"

const never = () => new Promise<never>(() => {})

test("work that finishes in time returns its result, or throws its error", async () => {
  expect(await withDeadline(60_000, async () => 7)).toBe(7)
  await expect(withDeadline(60_000, async () => Promise.reject(new Error("broken")))).rejects.toThrow(
    "broken",
  )
})

test("work that never finishes is abandoned at its deadline", async () => {
  await expect(withDeadline(20, never)).rejects.toMatchObject({ code: deadlineExceeded })
})

test("the earlier of two nested deadlines applies", async () => {
  await withDeadline(60_000, () =>
    withDeadline(1_000_000, async () => expect(remainingMs()).toBeLessThanOrEqual(60_000)),
  )
  await expect(withDeadline(20, () => withDeadline(60_000, never))).rejects.toMatchObject({
    code: deadlineExceeded,
  })
})

test("work that several callers share is not limited by the first caller's deadline", async () => {
  await withDeadline(60_000, () =>
    withOwnDeadline(1_000_000, async () => expect(remainingMs()).toBeGreaterThan(60_000)),
  )
})

test("a deadline applies to everything that the work awaits, and to nothing else", async () => {
  await withDeadline(60_000, async () => {
    await sleep(1)
    expect(remainingMs()).toBeLessThan(60_000)
  })
  expect(remainingMs()).toBe(Number.POSITIVE_INFINITY)
})

test("a statement within longer work has its own deadline", async () => {
  await withOwnDeadline(
    60_000,
    async () => {
      expect(remainingMs()).toBe(50)
      await sleep(100)
      expect(remainingMs()).toBe(50)
      await withDeadline(20, async () => expect(remainingMs()).toBeLessThanOrEqual(20))
      await withDeadline(1_000, async () => expect(remainingMs()).toBe(50))
    },
    { stepMs: 50 },
  )
})

test("work may report its own timeout within the grace period", async () => {
  const answersLate = () => sleep(50, "too late, in my own words")
  expect(await withDeadline(20, answersLate, { graceMs: 60_000 })).toBe("too late, in my own words")
  await expect(withDeadline(20, never, { graceMs: 20 })).rejects.toMatchObject({ code: deadlineExceeded })
})
