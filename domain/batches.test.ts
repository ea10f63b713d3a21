import { expect, test } from "vitest"
import { deadlineExceeded, remainingMs, withDeadline } from "#primitives/deadline.ts"
import { createBatches } from "./batches.ts"

interface Item {
  key: string
  n: number
}

/** Batches that finish only when the test says so, in the order in which they started. */
function ended(options: { most: number; concurrency: number; withinMs?: number }) {
  const batches: number[][] = []
  const remaining: number[] = []
  const endings: (() => void)[] = []
  const add = createBatches<Item, number>({
    withinMs: 60_000,
    ...options,
    keyOf: ({ key }) => key,
    async run(items) {
      batches.push(items.map(({ n }) => n))
      remaining.push(remainingMs())
      await new Promise<void>((resolve) => endings.push(resolve))
      return items.map(({ n }) => n * 10)
    },
  })
  const end = async () => {
    endings.shift()?.()
    await turn()
  }
  const items = (...keys: string[]) => Promise.all(keys.map((key, n) => add({ key, n })))
  return { batches, remaining, add, items, end }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

test("A single item is processed immediately", async () => {
  const { batches, add, end } = ended({ most: 3, concurrency: 1 })
  const result = add({ key: "a", n: 1 })
  await turn()
  expect(batches).toEqual([[1]])
  await end()
  expect(await result).toBe(10)
})

test("Items that arrive together, or during a batch, share a batch, but never two with the same key at a time", async () => {
  const { batches, items, end } = ended({ most: 3, concurrency: 1 })
  const results = items("a", "a", "b", "a", "c", "d", "e")
  await turn()
  for (let n = 0; n < 3; n++) await end()
  expect(await results).toEqual([0, 10, 20, 30, 40, 50, 60])
  expect(batches).toEqual([[0, 2, 4], [1, 5, 6], [3]])
})

test("Idle batches share the waiting items evenly, and an item waits while its key is in another batch", async () => {
  const { batches, add, items, end } = ended({ most: 32, concurrency: 2 })
  const results = items("a", "b", "c", "d")
  await turn()
  expect(batches).toEqual([
    [0, 1],
    [2, 3],
  ])
  const later = [add({ key: "c", n: 4 }), add({ key: "e", n: 5 })]
  await end()
  expect(batches[2]).toEqual([5])
  await end()
  expect(batches[3]).toEqual([4])
  await end()
  await end()
  expect(await Promise.all([results, ...later])).toEqual([[0, 10, 20, 30], 40, 50])
})

test("A failing item fails alone", async () => {
  const add = createBatches<Item, string>({
    keyOf: ({ key }) => key,
    most: 10,
    concurrency: 1,
    withinMs: 60_000,
    async run(items) {
      if (items.some(({ n }) => n === 2)) throw new Error("2 cannot be done")
      return items.map(() => "done")
    },
  })
  const results = await Promise.allSettled([0, 1, 2, 3].map((n) => add({ key: `${n}`, n })))
  expect(
    results.map((result) => (result.status === "fulfilled" ? result.value : result.reason.message)),
  ).toEqual(["done", "done", "2 cannot be done", "done"])
})

test("A batch has its own deadline, not that of its first caller", async () => {
  const { remaining, add, end } = ended({ most: 3, concurrency: 1 })
  const hurried = withDeadline(1_000, () => add({ key: "a", n: 1 }))
  const patient = add({ key: "b", n: 2 })
  await turn()
  expect(remaining).toHaveLength(1)
  expect(remaining[0]).toBeGreaterThan(1_000)
  await end()
  expect(await Promise.all([hurried, patient])).toEqual([10, 20])
})

test("An item whose caller has given up waiting is not processed", async () => {
  const { batches, add, end } = ended({ most: 1, concurrency: 1 })
  const first = add({ key: "a", n: 1 })
  await turn()
  const gone = withDeadline(20, () => add({ key: "b", n: 2 }))
  await expect(gone).rejects.toMatchObject({ code: deadlineExceeded })
  // A timer may fire slightly early.
  await turn()
  const next = add({ key: "c", n: 3 })
  await end()
  await turn()
  await end()
  expect(await Promise.all([first, next])).toEqual([10, 30])
  expect(batches).toEqual([[1], [3]])
})

test("A batch that exceeds its deadline fails immediately and as a whole, and the next one runs", async () => {
  const { batches, items, add, end } = ended({ most: 3, concurrency: 1, withinMs: 50 })
  await expect(items("a", "b", "c")).rejects.toMatchObject({ code: deadlineExceeded })
  expect(batches).toEqual([[0, 1, 2]])
  const next = add({ key: "a", n: 3 })
  await turn()
  await end()
  await end()
  expect(await next).toBe(30)
})
