import { expect, test } from "vitest"
import { createGather, type Waiting } from "./gather.ts"

type Batch = readonly Waiting<number, string>[]

/** Work that ends when it is told to, and remembers what it was given. */
function work() {
  const batches: number[][] = []
  const endings: (() => void)[] = []
  const run = async (batch: Batch) => {
    batches.push(batch.map(({ input }) => input))
    await new Promise<void>((resolve) => endings.push(resolve))
    for (const { input, resolve } of batch) resolve(`done ${input}`)
  }
  return { batches, run, end: () => endings.shift()?.() }
}
const turn = () => new Promise((resolve) => setTimeout(resolve, 5))

test("one alone starts at once and waits for nobody", async () => {
  const { batches, run, end } = work()
  const gather = createGather((input: number) => input, run)
  const answer = gather(1)
  await turn()
  expect(batches).toEqual([[1]])
  end()
  expect(await answer).toBe("done 1")
})

test("who comes while work is on its way shares the next piece of work", async () => {
  const { batches, run, end } = work()
  const gather = createGather((input: number) => input, run)
  const first = [1, 2, 3, 4].map(gather)
  await turn()
  const later = [5, 6, 7].map(gather)
  await turn()
  expect(batches).toEqual([
    [1, 2],
    [3, 4],
  ])
  end()
  await turn()
  expect(batches[2]).toEqual([5, 6, 7])
  end()
  end()
  await turn()
  expect(await Promise.all([...first, ...later])).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `done ${n}`))
})

test("two of the same key are never under way together, and both are answered in their order", async () => {
  const { batches, run, end } = work()
  const gather = createGather((input: number) => input % 10, run)
  const answers = [1, 11, 2].map(gather)
  await turn()
  expect(batches).toEqual([[1, 2]])
  end()
  await turn()
  expect(batches).toEqual([[1, 2], [11]])
  end()
  expect(await Promise.all(answers)).toEqual(["done 1", "done 11", "done 2"])
})

test("no piece of work takes more than thirty-two", async () => {
  const sizes: number[] = []
  const gather = createGather(
    (input: number) => input,
    async (batch: Batch) => {
      sizes.push(batch.length)
      await turn()
      for (const { resolve } of batch) resolve("done")
    },
  )
  await Promise.all(Array.from({ length: 200 }, (_, i) => gather(i)))
  expect(Math.max(...sizes)).toBe(32)
  expect(sizes.reduce((sum, size) => sum + size)).toBe(200)
})

test("what is wrong with one meets nobody else", async () => {
  const gather = createGather(
    (input: number) => input,
    async (batch: Batch) => {
      if (batch.some(({ input }) => input === 2)) throw new Error("two cannot be done")
      for (const { input, resolve } of batch) resolve(`done ${input}`)
    },
  )
  const answers = await Promise.allSettled([1, 2, 3, 4].map(gather))
  expect(answers.map((a) => (a.status === "fulfilled" ? a.value : a.reason.message))).toEqual([
    "done 1",
    "two cannot be done",
    "done 3",
    "done 4",
  ])
})
