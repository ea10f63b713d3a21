import { expect, test } from "vitest"
import { countryCodes } from "./countries.ts"

/** Groups of countries, names for testing, and parts of countries that have a code beside that of their country. */
const noCountries = "AC CP CQ DG EA EU EZ IC QO TA UN XA XB ZZ".split(" ")

test("The list contains every country known to Intl once, in order, without former or duplicate codes", () => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" })
  const letters = Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))
  const named = letters
    .flatMap((first) => letters.map((second) => first + second))
    .filter((code) => names.of(code) && new Intl.Locale(`und-${code}`).region === code)
  expect(countryCodes).toEqual(named.filter((code) => !noCountries.includes(code)))
  expect(countryCodes).toHaveLength(250)
})
