import { expect, test } from "vitest"
import { exactJson } from "./exact-json.ts"

test("what the database cannot store is removed or replaced, and large numbers keep their digits", () => {
  expect(
    exactJson('{"id": 9007199254740993, "name": "a\\u0000b\\ud800c", "emoji": "\\ud83d\\ude00"}'),
  ).toEqual({
    id: "9007199254740993",
    name: "ab\ufffdc",
    emoji: "😀",
  })
})
