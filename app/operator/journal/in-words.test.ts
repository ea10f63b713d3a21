import { expect, test } from "vitest"
import { fieldInWords, subjectInWords, valueInWords } from "./in-words.ts"

test.each([
  ["refundedCents", 950, "refunded", "$9.50"],
  ["checkedInAt", "2026-11-20T20:00:00Z", "checked in", "Nov 20, 2026, 12:00 PM"],
  ["checkedInAt", null, "checked in", "none"],
  ["inArchive", true, "in archive", "yes"],
  ["status", "in-review", "status", "in review"],
  ["markdown", `${"A long letter. ".repeat(20)}`, "markdown", `${"A long letter. ".repeat(10)}A long let…`],
  ["text", "Rain - bring a light", "text", "Rain - bring a light"],
  ["prizes", ["A bike", "A helmet"], "prizes", "A bike, A helmet"],
  ["address", { line1: "1 Elm", postalCode: "89501" }, "address", "line1 1 Elm, postal code 89501"],
])("%s with the value %j is shown as %s: %s", (name, value, field, words) => {
  expect([fieldInWords(name), valueInWords(name, value)]).toEqual([field, words])
})

test("a subject is named by its person, by its own name, or by the beginning of its id", () => {
  expect(subjectInWords("activity", "12", "Ada Vale")).toBe("activity of Ada Vale")
  expect(subjectInWords("activity", "12", null)).toBe("activity 12")
  expect(subjectInWords("setting", "photo_review", null)).toBe("setting photo review")
  expect(subjectInWords("submission", "0d1f2c3b-0000-4000-8000-000000000000", null)).toBe("message 0d1f2c3b")
})
