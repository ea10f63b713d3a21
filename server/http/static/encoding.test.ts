import { expect, test } from "vitest"
import { acceptedEncodings } from "./encoding.ts"

test.each([
  [undefined, []],
  ["", []],
  ["identity", []],
  ["gzip", ["gzip"]],
  ["gzip, deflate, br, zstd", ["br", "gzip"]],
  ["GZIP;q=0.5, br;q=0", ["gzip"]],
  ["*", ["br", "gzip"]],
  ["*;q=0, gzip", ["gzip"]],
  ["br;q=0.1, gzip;q=1", ["br", "gzip"]],
  ["x-gzip", ["gzip"]],
])("%s allows %j", (header, expected) => {
  expect(acceptedEncodings()(header)).toEqual(expected)
})

test("arbitrary headers do not fill the memory", () => {
  const accepted = acceptedEncodings()
  const first = accepted("gzip;q=0.1")
  for (let index = 0; index < 2000; index++) accepted(`x${index}`)
  expect(accepted("gzip;q=0.1")).toBe(first)
  expect(accepted("x1999")).not.toBe(accepted("x1999"))
})
