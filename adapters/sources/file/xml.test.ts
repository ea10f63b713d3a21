/** How XML is read in chunks, and which XML is refused. */
import { expect, test } from "vitest"
import { withLimits } from "#test/support/read-outcomes.ts"
import { limits } from "./limits.ts"
import { children, number, readXml, text } from "./xml.ts"

async function read(text: string | Buffer, pieces = 1) {
  const bytes = Buffer.from(text)
  const size = Math.ceil(bytes.length / pieces)
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  }
  return readXml(chunks(), "p", (node) => node)
}

test.each([1, 3, 7, 50])("points are found in runs wherever %d pieces of the file end", async (pieces) => {
  const file = await read("<r><s><p>1</p> <p>2</p></s><s>x<p>3</p><q>4</q><x:p/></s></r>", pieces)
  expect(file.runs.map((run) => run.length)).toEqual([2, 1, 1])
  expect(children(file.rest, "r")).toHaveLength(1)
})

test("a file may consist of one point, and a character may be split between two chunks", async () => {
  expect((await read("<p>1</p>")).runs).toHaveLength(1)
  const { rest } = await read("<r>Zoë</r>", 7)
  expect(text(rest, "r")).toBe("Zoë")
})

test("surrounding whitespace is trimmed, and only the predefined entities of XML are decoded", async () => {
  const { rest } = await read("<r><n> a &amp; b </n><n2>&nbsp;&eacute;</n2></r>")
  const [root] = children(rest, "r")
  expect([text(root, "n"), text(root, "n2")]).toEqual(["a & b", "&nbsp;&eacute;"])
})

test("more points than fit into one batch are all kept", async () => {
  const file = await read(`<r>${"<p>1</p>".repeat(1201)}</r>`)
  expect(file.runs.map((run) => run.length)).toEqual([1201])
})

const around = "<r></r>".length
test.each([
  ["nothing", "", "an empty file"],
  ["only spaces", "  \n", "an empty file"],
  ["the maximum amount of other content", `<r>${"x".repeat(limits.xmlRestChars - around)}</r>`, undefined],
  [
    "too much other content",
    `<r>${"x".repeat(limits.xmlRestChars - around + 1)}</r>`,
    "too much in it besides track points",
  ],
  ["a point that does not end", `<r><p>${"x".repeat(limits.xmlPointChars)}`, "a track point does not end"],
  ["a truncated character", Buffer.from("<r>ë").subarray(0, -1), "not text in the encoding"],
  ["a truncated tag", "<r><p>1</p", "not well-formed XML"],
  ["its own entities", '<!DOCTYPE r [<!ENTITY a "b">]><r/>', ""],
])("a file with %s", async (_what, text, reason) => {
  if (reason === undefined) await read(text)
  else await expect(read(text)).rejects.toThrow(reason)
})

const bigEndian = (written: string) => Buffer.from(`\uFEFF${written}`, "utf16le").swap16()
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><r><n>Zoë</n></r>`
test.each([
  ["UTF-8", Buffer.from(declared("UTF-8")), "Zoë"],
  ["no declaration", Buffer.from("<r><n>Zoë</n></r>"), "Zoë"],
  ["UTF-16, the low byte first", Buffer.from(`\uFEFF${declared("UTF-16")}`, "utf16le"), "Zoë"],
  ["UTF-16, the high byte first", bigEndian(declared("UTF-16")), "Zoë"],
  ["ISO-8859-1", Buffer.from(declared("ISO-8859-1"), "latin1"), "Zoë"],
  ["an unsupported encoding", Buffer.from(declared("utf-7")), "Zoë"],
])("a file in %s", async (_, bytes, name) => {
  async function* chunks() {
    yield bytes
  }
  const [root] = children((await readXml(chunks(), "p", (node) => node)).rest, "r")
  expect(text(root, "n")).toBe(name)
})

test.each([
  Buffer.from([0xff, 0x41]),
  Buffer.from([0xfe, 0x41]),
  Buffer.from([0x41, 0xfe]),
  Buffer.from([0x41, 0xff]),
  Buffer.from(declared("UTF-8"), "latin1"),
])("a file that is not in its declared encoding is refused: %#", async (bytes) => {
  async function* chunks() {
    yield bytes
  }
  await expect(readXml(chunks(), "p", (node) => node)).rejects.toThrow("not text in the encoding")
})

test.each([
  [{ a: "1" }, "1", 1],
  [{ a: "" }, undefined, Number.NaN],
  [{}, undefined, Number.NaN],
  [{ a: { "#text": "2", "@unit": "m" } }, "2", 2],
  [{ a: { "@unit": "m" } }, undefined, Number.NaN],
  [{ a: ["3", "4"] }, "3", 3],
  [{ a: [{ "#text": "5" }, "6"] }, "5", 5],
])("the text and the number in %j", (node, said, value) => {
  expect(text(node as never, "a")).toBe(said)
  expect(number(node as never, "a")).toBe(value)
})

test("a missing node has no text", () =>
  expect([text(undefined, "a"), number(undefined, "a")]).toEqual([undefined, Number.NaN]))

const pieces = async (...texts: string[]) => {
  async function* chunks() {
    for (const text of texts) yield Buffer.from(text)
  }
  return readXml(chunks(), "p", (node) => node)
}
test("a file may have the maximum number of bytes and points, and one more is refused", async () => {
  const file = "<r><p>1</p><p>2</p></r>"
  await withLimits({ xmlBytes: file.length, points: 2 }, async () => {
    expect((await pieces(file.slice(0, 9), file.slice(9))).runs).toHaveLength(1)
    await expect(pieces(file, " ")).rejects.toThrow("larger than 0 MB")
  })
  await withLimits({ points: 1 }, () => expect(pieces(file)).rejects.toThrow("has more than 1 track points"))
})

test("an incomplete point is buffered up to the maximum size of a point", async () => {
  const refused = (...texts: string[]) =>
    pieces(...texts).then(
      () => undefined,
      (error: Error) => error.message,
    )
  await withLimits({ xmlPointChars: 8 }, async () => {
    expect(await refused("<r><p>12345", "</p></r>")).toBeUndefined()
    expect(await refused("<r><p>123456", "</p></r>")).toBe("not well-formed XML: a track point does not end")
    expect(await refused("<r>", "<p>1234567890</p>", "</r>")).toBeUndefined()
  })
})

test("entity declarations are refused wherever the chunks of the file end", async () => {
  const reading = pieces(...'<!DOCTYPE r [<!ENTITY a "b">]><r/>')
  await expect(reading).rejects.toThrow("declares entities of its own")
})
