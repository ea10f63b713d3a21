import { expect, test } from "vitest"
import { createBatches } from "./batches.ts"

interface Item {
  key: string
  n: number
}

/** Batches that end when they are told to, in the order in which they began. */
function ended(options: { most: number; concurrency: number }) {
  const batches: number[][] = []
  const endings: (() => void)[] = []
  const add = createBatches<Item, number>({
    ...options,
    keyOf: ({ key }) => key,
    async run(items) {
      batches.push(items.map(({ n }) => n))
      await new Promise<void>((resolve) => endings.push(resolve))
      return items.map(({ n }) => n * 10)
    },
  })
  const end = async () => {
    endings.shift()?.()
    await turn()
  }
  const items = (...keys: string[]) => Promise.all(keys.map((key, n) => add({ key, n })))
  return { batches, add, items, end }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

test("One alone is done at once", async () => {
  const { batches, add, end } = ended({ most: 3, concurrency: 1 })
  const result = add({ key: "a", n: 1 })
  await turn()
  expect(batches).toEqual([[1]])
  await end()
  expect(await result).toBe(10)
})

test("What comes together and what comes meanwhile is done together, and never two of a key at a time", async () => {
  const { batches, items, end } = ended({ most: 3, concurrency: 1 })
  const results = items("a", "a", "b", "a", "c", "d", "e")
  await turn()
  for (let n = 0; n < 3; n++) await end()
  expect(await results).toEqual([0, 10, 20, 30, 40, 50, 60])
  expect(batches).toEqual([[0, 2, 4], [1, 5, 6], [3]])
})

test("Idle batches share evenly what waits, and a key under way in one waits in the other", async () => {
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

test("One that fails fails alone", async () => {
  const add = createBatches<Item, string>({
    keyOf: ({ key }) => key,
    most: 10,
    concurrency: 1,
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
