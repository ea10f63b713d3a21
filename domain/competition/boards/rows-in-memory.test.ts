/** Which pages of a board stay in memory, and until when. */
import { beforeEach, expect, test } from "vitest"
import { createRowsInMemory, type RowsAsked, type RowsInMemory, type ShownRows } from "./shown-rows.ts"

let memory: RowsInMemory
let reads: number
beforeEach(() => {
  memory = createRowsInMemory()
  reads = 0
})

const page = (lastKey = 0): ShownRows => ({ rows: [], lastKey, next: null })
const asked = (changes: Partial<RowsAsked> = {}): RowsAsked => ({
  ...{ limit: 5, after: null, asMember: false },
  ...changes,
})
const read = (of: RowsAsked, found = page()) =>
  memory.read(of, async () => {
    reads++
    return found
  })

test("each page is read once for visitors and once for members, however many ask", async () => {
  const [one, other] = await Promise.all([read(asked()), read(asked())])
  expect([one, reads]).toEqual([other, 1])
  for (const of of [asked({ asMember: true }), asked({ limit: 6 }), asked({ after: "1.1" })]) await read(of)
  expect(reads).toBe(4)
  expect(await read(asked())).toBe(one)
})

test("a change drops the pages that reach down to it, and those that are being read", async () => {
  await read(asked({ limit: 1 }), page(9))
  await read(asked({ limit: 2 }), page(5))
  let answer = (_: ShownRows) => {}
  const slow = memory.read(asked({ limit: 3 }), () => new Promise((resolve) => (answer = resolve)))
  memory.drop(8)
  answer(page(9))
  await slow
  reads = 0
  await read(asked({ limit: 1 }))
  expect(reads).toBe(0)
  await read(asked({ limit: 2 }))
  await read(asked({ limit: 3 }))
  expect(reads).toBe(2)
})

test("a failed read is not cached, and does not evict a later one of the same page", async () => {
  await expect(memory.read(asked(), () => Promise.reject(new Error("away")))).rejects.toThrow("away")
  let fail = (_: Error) => {}
  const slow = memory.read(asked(), () => new Promise((_resolve, reject) => (fail = reject)))
  memory.drop(Number.POSITIVE_INFINITY)
  const later = await read(asked())
  fail(new Error("away"))
  await expect(slow).rejects.toThrow("away")
  expect([await read(asked()), reads]).toEqual([later, 1])
})

test("beyond two hundred pages, the oldest is evicted", async () => {
  for (let limit = 1; limit <= 200; limit++) await read(asked({ limit }))
  await read(asked({ limit: 1 }))
  expect(reads).toBe(200)
  await read(asked({ limit: 201 }))
  for (const limit of [2, 200, 201]) await read(asked({ limit }))
  expect(reads).toBe(201)
  await read(asked({ limit: 1 }))
  expect(reads).toBe(202)
})
