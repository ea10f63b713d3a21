/** Reading a file completely, and stopping early. */
import { expect, test } from "vitest"
import { collect, decodeText } from "./collect.ts"

async function* chunks(...sizes: number[]) {
  for (const [n, size] of sizes.entries()) yield Buffer.alloc(size, 65 + n)
}

test("a file may have the maximum size, and one more byte is refused", async () => {
  expect(await collect(chunks(600, 400), { most: 1000 })).toHaveLength(1000)
  await expect(collect(chunks(600, 401), { most: 1000 })).rejects.toThrow("larger than")
})

test.each([
  ["a short file at its end", [10], [10]],
  ["a file in small chunks", [4000, 95, 1, 5000], [4096]],
  ["a file of just the first bytes", [9000, 9000], [4096]],
])("%s is checked once", async (_, sizes, asked) => {
  const heads: number[] = []
  const looksRight = (head: Buffer) => heads.push(head.length) > 0
  await collect(chunks(...sizes), { most: 1e6, looksRight })
  expect(heads).toEqual(asked)
})

test("a file that does not look like a recording is not read to its end", async () => {
  let pieces = 0
  async function* counted() {
    for (; pieces < 100; pieces++) yield Buffer.alloc(1000)
  }
  await expect(collect(counted(), { most: 1e6, looksRight: () => false })).rejects.toThrow("nothing in it")
  expect(pieces).toBe(4)
})

test("a file is checked as soon as enough bytes have been read", async () => {
  let given = 0
  async function* counted() {
    for (; given < 9; given++) yield Buffer.alloc(2048)
  }
  await expect(collect(counted(), { most: 1e6, looksRight: () => false })).rejects.toThrow("nothing in it")
  expect(given).toBe(1)
})

test("only UTF-8 is accepted as text", () => {
  expect(decodeText(Buffer.from("Zoë"))).toBe("Zoë")
  expect(() => decodeText(Buffer.from("Zoë", "latin1"))).toThrow("not text in UTF-8")
})
