import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { browserFlags, disabledByPlaywright } from "./browser.ts"

test("what Playwright switches off in Chromium stays off beside our own list", () => {
  const bundle = join(import.meta.dirname, "../node_modules/playwright-core/lib/coreBundle.js")
  const [, list = ""] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(readFileSync(bundle, "utf8")) ?? []
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(10)
  expect(disabledByPlaywright).toEqual(theirs)
  expect(browserFlags().filter((flag) => flag.startsWith("--disable-features="))).toHaveLength(1)
})
