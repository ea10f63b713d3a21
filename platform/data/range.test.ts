import { expect, test } from "vitest"
import { refusal } from "#test/support/refused.ts"
import type { DataError } from "./errors.ts"
import { applyRangeHeader, checkRanges, contentRange, rangeStatus } from "./range.ts"
import type { Branch } from "./tree.ts"

const branch = (changes: Partial<Branch> = {}) =>
  ({ limit: null, offset: 0, embeds: [], ...changes }) as Branch
test.each<[string | null, Partial<Branch>, [number | null, number] | "PGRST103"]>([
  [null, {}, [null, 0]],
  ["rows=1-2", {}, [null, 0]],
  ["0-24", {}, [25, 0]],
  ["10-10", {}, [1, 10]],
  ["items=10-10", {}, [null, 0]],
  ["10-", {}, [null, 10]],
  ["10-9", {}, "PGRST103"],
  ["5-24", { limit: 10, offset: 7 }, [10, 7]],
  ["5-6", { limit: 10, offset: 1 }, [2, 5]],
  // The intersection of both ranges, if there is one.
  ["1-5", { limit: 2 }, [1, 1]],
  ["5-", { limit: 10, offset: 1 }, [6, 5]],
  ["5-9", { offset: 7 }, [3, 7]],
  ["0-0", { offset: 1 }, "PGRST103"],
  ["2-2", { limit: 1, offset: 1 }, "PGRST103"],
  ["1-5", { limit: 0 }, [0, 0]],
])("the range %j narrows %j to %j", (header, of, expected) => {
  const narrowed = branch(of)
  const request = new Request("http://test", { headers: header === null ? {} : { range: header } })
  const code = refusal(() => applyRangeHeader(narrowed, request))
  expect(code ?? [narrowed.limit, narrowed.offset]).toEqual(expected)
})

test.each(["HEAD", "POST"])("a range of %s means nothing", (method) => {
  const all = branch()
  applyRangeHeader(all, new Request("http://test", { method, headers: { range: "1-2" } }))
  expect([all.limit, all.offset]).toEqual([null, 0])
})

test.each<[Partial<Branch>, string | undefined]>([
  [{}, undefined],
  [{ limit: 0 }, undefined],
  [{ limit: 0, offset: 1 }, "PGRST103"],
  [{ limit: 1, offset: 1 }, undefined],
  [{ limit: -1 }, "PGRST103"],
  [{ offset: -1 }, "PGRST103"],
  [{ embeds: [branch({ limit: -1 })] as unknown as Branch["embeds"] }, "PGRST103"],
])("the range %j is refused with %s", (of, code) => expect(refusal(() => checkRanges(branch(of)))).toBe(code))

test.each<[number, number, number | null, string, number | "PGRST103"]>([
  [0, 0, null, "*/*", 200],
  [0, 3, null, "0-2/*", 200],
  [5, 3, null, "5-7/*", 200],
  [0, 3, 3, "0-2/3", 200],
  [3, 1, 5, "3-3/5", 206],
  [5, 0, 5, "*/5", 206],
  [6, 0, 5, "*/5", "PGRST103"],
  [0, 0, 0, "*/0", 200],
])("from %d on, %d of %s rows are %s with status %s", (offset, page, total, range, status) => {
  expect(contentRange({ offset, page, total })).toBe(range)
  let given: number | undefined
  const code = refusal(() => {
    given = rangeStatus({ offset, page, total })
  })
  expect(code ?? given).toBe(status)
})

test("an offset past the end is refused with the total number of rows", async () => {
  try {
    rangeStatus({ offset: 6, page: 0, total: 5 })
  } catch (error) {
    const response = (error as DataError).response("GET")
    expect([response.status, response.headers.get("content-range")]).toEqual([416, "*/5"])
    expect(await response.json()).toMatchObject({
      details: "An offset of 6 was requested, but there are only 5 rows.",
    })
    expect(await (error as DataError).response("HEAD").text()).toBe("")
  }
  expect.assertions(3)
})
