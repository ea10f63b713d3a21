import { expect, test } from "vitest"
import { withAsOf } from "./as-of.ts"

const page = '<main>a</main><p id="as-of" class="b c" hidden=""></p><script>1</script>'
const at = new Date("2026-11-24T04:14:30Z")

test("the line says the time in the site's zone, and nothing else of the page changes", () => {
  expect(withAsOf(page, at, new Date("2026-11-24T04:15:10Z"))).toBe(
    '<main>a</main><p id="as-of" class="b c">Live updates are paused. This page is as of 8:14 PM PST.</p><script>1</script>',
  )
})

test("after most of a day it says the day", () => {
  expect(withAsOf(page, at, new Date("2026-11-25T04:15:10Z"))).toContain("as of November 23 at 8:14 PM PST.")
})

test("what has no place for the line stays as it is", () => {
  expect(withAsOf("<p>a</p>", at)).toBe("<p>a</p>")
})
