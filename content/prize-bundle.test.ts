import { expect, test } from "vitest"
import { bundleOf } from "./prize-bundle.ts"

test("a bundle is itemized from its title, each item with a picture", () => {
  expect(bundleOf("Winner’s bundle: shoe voucher, recovery kit and team shirt")).toEqual({
    name: "Winner’s bundle",
    items: [
      { text: "Shoe voucher", thing: "shoe" },
      { text: "Recovery kit", thing: "kit" },
      { text: "Team shirt", thing: "shirt" },
    ],
  })
  expect(bundleOf("Athlete of the month: a surprise").items).toEqual([{ text: "A surprise", thing: "box" }])
})

test("a title without a list stays as it is", () => {
  expect(bundleOf("Recovery kit and team shirt")).toEqual({ name: "Recovery kit and team shirt", items: [] })
})
