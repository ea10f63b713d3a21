import { expect, test } from "vitest"
import { createBatches } from "./batches.ts"

interface Item {
  key: string
  n: number
}

test("The first is done at once, those who come meanwhile together, and never two of a key", async () => {
  const batches: number[][] = []
  const add = createBatches<Item, number>({
    keyOf: ({ key }) => key,
    most: 3,
    lanes: 1,
    async run(items) {
      batches.push(items.map(({ n }) => n))
      await Promise.resolve()
      return items.map(({ n }) => n * 10)
    },
  })
  const keys = ["a", "a", "b", "a", "c", "d", "e"]
  const results = await Promise.all(keys.map((key, n) => add({ key, n })))
  expect(results).toEqual([0, 10, 20, 30, 40, 50, 60])
  expect(batches).toEqual([[0], [1, 2, 4], [3, 5, 6]])
  expect(await add({ key: "a", n: 7 })).toBe(70)
})

test("One that fails fails alone", async () => {
  const add = createBatches<Item, string>({
    keyOf: ({ key }) => key,
    most: 10,
    lanes: 1,
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
