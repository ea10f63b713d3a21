import { expect, test } from "vitest"
import { dayInWords, dayOnSite, instantOnSite, momentInWords } from "./site-clock.ts"

test("instants are formatted in the site's time zone, not the server's", () => {
  const evening = new Date("2026-11-22T07:59:00Z") // 11:59 PM on the 21st in California
  expect(dayInWords(evening)).toBe("November 21, 2026")
  expect(momentInWords(evening)).toMatch(/^Nov 21, 2026, 11:59\sPM$/)
  expect(dayOnSite(evening)).toBe("2026-11-21")
  expect(dayInWords(new Date("2026-07-22T06:59:00Z"))).toBe("July 21, 2026")
})

test.each([
  ["2026-11-22T18:00", "2026-11-23T02:00:00.000Z"],
  ["2026-07-22T00:59", "2026-07-22T07:59:00.000Z"],
  ["2026-02-30T18:00", undefined],
  ["2026-11-22T24:00", undefined],
  ["2026-11-22", undefined],
  ["", undefined],
])("%j on the site's clock is %s", (text, instant) => {
  expect(instantOnSite(text)?.toISOString()).toBe(instant)
})
