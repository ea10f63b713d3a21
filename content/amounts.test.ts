import { expect, test } from "vitest"
import { grouped, inDollars, ordinal, rankAmong } from "./amounts.ts"

test("numbers and money are formatted like Intl does", () => {
  const money = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency: "USD",
    trailingZeroDisplay: "stripIfInteger",
  })
  for (const n of [0, 1, 99, 100, 999, 1_000, 12_345, 999_999, 1_000_000, 123_456_789, -1_499, -5]) {
    expect(grouped(n)).toBe(n.toLocaleString("en-US"))
    expect(inDollars(n)).toBe(money.format(n / 100))
  }
  for (const n of [2904.2, 999.5, 1_234_567.8, -1_000.1])
    expect(grouped(n)).toBe(n.toLocaleString("en-US", { maximumFractionDigits: 1 }))
})

test("ranks have English ordinal endings", () => {
  const rules = new Intl.PluralRules("en-US", { type: "ordinal" })
  const endings: Partial<Record<Intl.LDMLPluralRule, string>> = { one: "st", two: "nd", few: "rd" }
  for (let n = 1; n < 1_200; n++)
    expect(ordinal(n)).toBe(`${n.toLocaleString("en-US")}${endings[rules.select(n)] ?? "th"}`)
})

test("a rank among one names no total", () => {
  expect(rankAmong({ rank: 2, total: 1060 })).toBe("2nd of 1,060")
  expect(rankAmong({ rank: 1, total: 1 })).toBe("1st so far")
  expect(rankAmong({ rank: 1, total: 1 }, { over: true })).toBe("1st")
})
