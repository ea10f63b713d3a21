import { beforeEach, describe, expect, test, vi } from "vitest"
import { keepReading } from "./keep-reading.ts"

beforeEach(() => {
  vi.useFakeTimers()
  return () => vi.useRealTimers()
})

/** Reads that take `takesMs` and fail where `fails` says so; returns what has happened. */
function readings({ takesMs = 0, fails = (_nr: number): boolean => false, waitMs = 0 } = {}) {
  const seen = { started: 0, values: [] as number[], failed: 0, canceled: 0 }
  const reading = keepReading<number>({
    async read(signal) {
      const nr = ++seen.started
      signal.addEventListener("abort", () => seen.canceled++)
      await new Promise((resolve) => setTimeout(resolve, takesMs))
      if (fails(nr)) throw new Error("The network is away")
      return nr
    },
    onValue: (value) => seen.values.push(value),
    onFailed: () => seen.failed++,
    waitMs,
    restMs: 1_000,
  })
  return { seen, ...reading }
}

describe("a value that is kept up to date", () => {
  test("is read once while nothing changes", async () => {
    const { seen } = readings()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen).toEqual({ started: 1, values: [1], failed: 0, canceled: 0 })
  })

  test("is read about once a second, and no read is canceled, while it changes ten times a second", async () => {
    const { seen, again } = readings({ takesMs: 300 })
    for (let tenth = 0; tenth < 100; tenth++) {
      again()
      await vi.advanceTimersByTimeAsync(100)
    }
    expect(seen.values.length).toBeGreaterThanOrEqual(7)
    expect(seen.started).toBeLessThanOrEqual(10)
    expect(seen.canceled).toBe(0)
  })

  test("is read once more after the last of many changes", async () => {
    const { seen, again } = readings({ takesMs: 300 })
    await vi.advanceTimersByTimeAsync(100)
    again()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(seen.values).toEqual([1, 2])
  })

  test("is read again once after a failure, and only then reported as failed", async () => {
    const once = readings({ fails: (nr) => nr === 1 })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(once.seen).toMatchObject({ values: [2], failed: 0 })
    const always = readings({ fails: () => true })
    await vi.advanceTimersByTimeAsync(60_000)
    expect(always.seen).toMatchObject({ started: 2, values: [], failed: 1 })
  })

  test("is not read, and reports nothing, after the page was left", async () => {
    const early = readings({ waitMs: 180 })
    early.stop()
    const late = readings({ takesMs: 300 })
    await vi.advanceTimersByTimeAsync(100)
    late.stop()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(early.seen).toEqual({ started: 0, values: [], failed: 0, canceled: 0 })
    expect(late.seen).toEqual({ started: 1, values: [], failed: 0, canceled: 1 })
  })
})
