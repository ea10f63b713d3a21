import { expect, test } from "vitest"
import { createHold } from "./hold.ts"

async function* chunks(...sizes: number[]) {
  for (const size of sizes) yield new Uint8Array(size)
}
async function sizesOf(bytes: AsyncIterable<Uint8Array>): Promise<number[]> {
  const sizes: number[] = []
  for await (const { length } of bytes) sizes.push(length)
  return sizes
}

test("a stream is buffered completely up to the limit, and can be read on beyond it", async () => {
  const hold = createHold({ each: 10, together: 100 })
  expect(await hold(chunks(4, 6))).toMatchObject({ size: 10, isWhole: true })
  expect(await hold(chunks())).toMatchObject({ size: 0, isWhole: true })
  const longer = await hold(chunks(4, 7, 5, 1))
  expect(longer).toMatchObject({ size: 11, isWhole: false })
  expect(await sizesOf(longer.all())).toEqual([4, 7, 5, 1])
})

test("all streams together buffer no more than their shared limit, until they are released", async () => {
  const hold = createHold({ each: 10, together: 15 })
  const first = await hold(chunks(10))
  const second = await hold(chunks(6, 3))
  expect([first.isWhole, second.isWhole]).toEqual([true, false])
  expect(await sizesOf(second.all())).toEqual([6, 3])
  expect(await hold(chunks(1))).toMatchObject({ size: 0, isWhole: false })
  second.release()
  second.release()
  first.release()
  expect(await hold(chunks(5, 5))).toMatchObject({ isWhole: true })
  expect(await hold(chunks(6))).toMatchObject({ isWhole: false })
})

test("a stream that fails buffers nothing, and an abandoned stream is canceled", async () => {
  const hold = createHold({ each: 10, together: 10 })
  async function* failing() {
    yield new Uint8Array(9)
    throw new Error("hung up")
  }
  await expect(hold(failing())).rejects.toThrow("hung up")
  expect(await hold(chunks(9))).toMatchObject({ isWhole: true })
  let isClosed = false
  async function* closing() {
    try {
      yield new Uint8Array(20)
      yield new Uint8Array(20)
    } finally {
      isClosed = true
    }
  }
  for await (const _chunk of (await hold(closing())).all()) break
  expect(isClosed).toBe(true)
})
