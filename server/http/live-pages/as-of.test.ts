import { expect, test } from "vitest"
import { withAsOf } from "./as-of.ts"

const page = '<main>a</main><p id="as-of" class="b c" hidden=""></p><script>1</script>'
const at = new Date("2026-11-24T04:14:30Z")

test("the line shows the time in the site's time zone, and the rest of the page is unchanged", () => {
  expect(withAsOf(page, at, new Date("2026-11-24T04:15:10Z"))).toBe(
    '<main>a</main><p id="as-of" class="b c">Live updates are paused. This page is as of 8:14 PM PST.</p><script>1</script>',
  )
})

test("after most of a day, the line shows the date as well", () => {
  expect(withAsOf(page, at, new Date("2026-11-25T04:15:10Z"))).toContain("as of November 23 at 8:14 PM PST.")
})

test("a page without a place for the line is unchanged", () => {
  expect(withAsOf("<p>a</p>", at)).toBe("<p>a</p>")
})
