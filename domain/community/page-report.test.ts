import { expect, test } from "vitest"
import { pageReportShape } from "./page-report.ts"

const shape = pageReportShape("https://b4m.example")
const good = {
  address: "https://b4m.example/blog/hills?x=1#y",
  reason: "illegal",
  note: "The picture was taken without permission.",
  name: "Sam",
  email: "sam@example.org",
  goodFaith: "on",
}
const fields = (typed: object) => {
  const read = shape.safeParse(typed)
  return read.success ? [] : [...new Set(read.error.issues.map(({ path }) => String(path[0])))].sort()
}

test("A notice says what, where and why, who sends it, and that it is meant", () => {
  expect(shape.parse(good)).toMatchObject({ address: "/blog/hills", reason: "illegal" })
  expect(shape.parse({ ...good, address: "/blog/hills" })).toMatchObject({ address: "/blog/hills" })
  expect(fields({ ...good, address: "https://other.example/blog" })).toEqual(["address"])
  expect(fields({ ...good, address: "" })).toEqual(["address"])
  expect(fields({ ...good, reason: "boring" })).toEqual(["reason"])
  expect(fields({ ...good, note: "Bad." })).toEqual(["note"])
  expect(fields({ ...good, name: "", email: "" })).toEqual(["email", "name"])
  expect(fields({ ...good, email: "sam" })).toEqual(["email"])
  expect(fields({ ...good, goodFaith: undefined })).toEqual(["goodFaith"])
})

test("Abuse of a child can be reported without a name", () => {
  expect(fields({ ...good, name: "", email: "", nameless: "child-abuse" })).toEqual([])
})
