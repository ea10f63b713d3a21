import { expect, test } from "vitest"
import { z } from "zod"
import { readAddress, withParts } from "./address.ts"
import { csvResponse } from "./csv.ts"
import { everyPage } from "./every-page.ts"

const shape = z.object({ status: z.enum(["new", "old"]).optional(), name: z.string().optional() })

function read(search: string) {
  return readAddress(new Request(`http://b4m.test/operator/things${search}`), shape, [
    { id: "name" },
    { id: "status" },
  ])
}

test("An address with a removed column and value opens without them, and reports it", () => {
  expect(read("?status=new&name=Ana&sort=-name&page=3&columns=status,name")).toEqual({
    filter: { status: "new", name: "Ana" },
    sort: { column: "name", descending: true },
    page: 3,
    columns: ["status", "name"],
    dropped: [],
  })
  expect(read("?status=gone&color=red&sort=color&page=-2&columns=color,name")).toEqual({
    filter: {},
    sort: null,
    page: 1,
    columns: ["name"],
    dropped: ["status = gone", "color = red", "column color", "order by color"],
  })
})

test("A property name that every object has is not a filter", () => {
  expect(read("?constructor=x&__proto__=y").dropped).toContain("constructor = x")
})

test("A change of the filter returns to the first page", () => {
  expect(withParts("?page=4&done=7&status=new", { sort: "name" })).toBe("?status=new&sort=name")
  expect(withParts("?status=new", { page: "2" })).toBe("?status=new&page=2")
})

test.each([
  ["=1+1", "'=1+1"],
  ["+1", "'+1"],
  ["-1", "'-1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\tx", "'\tx"],
  ["plain", "plain"],
  ['a "quoted", text', '"a ""quoted"", text"'],
  ["=a,b", `"'=a,b"`],
  ["two\nlines", '"two\nlines"'],
  [-3.5, "-3.5"],
  [null, ""],
] as const)("The cell %j is written as %j", async (value, written) => {
  const column = { id: "n", title: "Cell", value: (row: { value: string | number | null }) => row.value }
  expect(await csvResponse("cells", [column], [{ value }]).text()).toBe(`Cell\r\n${written}\r\n`)
})

test("A CSV file contains the rows of every page, with a byte-order mark", async () => {
  const all = Array.from({ length: 7 }, (_, n) => ({ n }))
  const rows = everyPage(async ({ limit, offset }) => all.slice(offset, offset + limit), 3)
  const response = csvResponse(
    "things",
    [{ id: "n", title: "Number", value: (row: { n: number }) => row.n }],
    rows,
  )
  const bytes = new Uint8Array(await response.arrayBuffer())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(new TextDecoder().decode(bytes)).toBe("Number\r\n0\r\n1\r\n2\r\n3\r\n4\r\n5\r\n6\r\n")
  expect(response.headers.get("content-disposition")).toContain('filename="things.csv"')
})
