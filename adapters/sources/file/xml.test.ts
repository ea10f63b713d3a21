/** How XML is read in pieces, and which of it is refused. */
import { expect, test } from "vitest"
import { limits } from "./limits.ts"
import { children, readXml } from "./xml.ts"

async function read(text: string, pieces = 1) {
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

test("more points than are parsed at once are all kept", async () => {
  const file = await read(`<r>${"<p>1</p>".repeat(1201)}</r>`)
  expect(file.runs.map((run) => run.length)).toEqual([1201])
})

const around = "<r></r>".length
test.each([
  ["nothing", "", "an empty file"],
  ["only spaces", "  \n", "an empty file"],
  ["as much besides points as is allowed", `<r>${"x".repeat(limits.xmlRestChars - around)}</r>`, undefined],
  [
    "more besides points",
    `<r>${"x".repeat(limits.xmlRestChars - around + 1)}</r>`,
    "too much in it besides track points",
  ],
  ["a point that does not end", `<r><p>${"x".repeat(limits.xmlPointChars)}`, "a track point does not end"],
  ["its own entities", '<!DOCTYPE r [<!ENTITY a "b">]><r/>', ""],
])("a file with %s", async (_what, text, reason) => {
  if (reason === undefined) await read(text)
  else await expect(read(text)).rejects.toThrow(reason)
})
