import { expect, test } from "vitest"
import { shareFlushes } from "./flush-folder.ts"

/** Flushes that end when the test says so. */
function createFlushes() {
  const runs: { folder: string; end(error?: Error): void }[] = []
  const flush = shareFlushes((folder) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    runs.push({ folder, end: (error) => (error ? reject(error) : resolve()) })
    return promise
  })
  return { runs, flush }
}
const soon = () => new Promise((resolve) => setImmediate(resolve))

test("calls made while a flush runs share the next one", async () => {
  const { runs, flush } = createFlushes()
  const done: string[] = []
  const call = (name: string) => flush("a").then(() => done.push(name))
  const all = [call("first"), call("second"), call("third")]
  expect(runs).toHaveLength(1)
  runs[0]?.end()
  await soon()
  expect(done).toEqual(["first"])
  expect(runs).toHaveLength(2)
  all.push(call("fourth"))
  runs[1]?.end()
  await soon()
  expect(done).toEqual(["first", "second", "third"])
  runs[2]?.end()
  await Promise.all(all)
  expect(runs).toHaveLength(3)
  void call("later")
  expect(runs).toHaveLength(4)
})

test("folders do not wait for each other, and an error reaches only the calls that share the flush", async () => {
  const { runs, flush } = createFlushes()
  const [a, b] = [flush("a"), flush("b")]
  expect(runs.map(({ folder }) => folder)).toEqual(["a", "b"])
  const next = flush("a")
  runs[0]?.end(new Error("no such disk"))
  runs[1]?.end()
  await expect(a).rejects.toThrow("no such disk")
  await b
  await soon()
  runs[2]?.end()
  await next
})
