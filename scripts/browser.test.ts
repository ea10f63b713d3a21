import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { browserFlags } from "./browser.ts"

test("features that Playwright disables in Chromium stay disabled in addition to our own list", () => {
  const bundle = join(import.meta.dirname, "../node_modules/playwright-core/lib/coreBundle.js")
  const [, list = ""] = /disabledFeatures = \[(.*?)\]\.filter/s.exec(readFileSync(bundle, "utf8")) ?? []
  const theirs = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name)
  expect(theirs.length).toBeGreaterThan(10)
  const ours = browserFlags().filter((flag) => flag.startsWith("--disable-features="))
  expect(ours).toHaveLength(1)
  expect(ours[0]?.replace("--disable-features=", "").split(",").slice(0, theirs.length)).toEqual(theirs)
})
