import { expect, test } from "vitest"
import { dayInWords, momentInWords } from "./site-clock.ts"

test("instants are written on the clock of the site's region, not of the server", () => {
  const evening = new Date("2026-11-22T07:59:00Z") // 11:59 PM on the 21st in California
  expect(dayInWords(evening)).toBe("November 21, 2026")
  expect(momentInWords(evening)).toMatch(/^Nov 21, 2026, 11:59\sPM$/)
  expect(dayInWords(new Date("2026-07-22T06:59:00Z"))).toBe("July 21, 2026")
})
