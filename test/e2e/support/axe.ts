import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Frame, Page } from "@playwright/test"
import type { AxeResults, RunOptions } from "axe-core"
import { expect } from "./test.ts"

/** Half a megabyte, which a page that is checked twice keeps. */
const source = readFile(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8")

const options: RunOptions = {
  // Passed checks are not recorded per element.
  resultTypes: ["violations"],
  // Without styles and media fetched once more, which only rules about orientation and autoplay ask for.
  preload: false,
  // The one rule of WCAG 2.2 AA that is off by default: the minimum target size of 24 pixels.
  rules: { "target-size": { enabled: true } },
}

/** axe finds nothing on the page as it is; what it finds is named with where it is. */
export async function expectUsable(page: Page): Promise<void> {
  // In a frame it replies to pages of the same site.
  for (const frame of page.frames()) await loadAxe(frame)
  const found = await page.evaluate(async (given) => {
    const axe: { run(options: object): Promise<AxeResults> } = Reflect.get(window, "axe")
    const { violations } = await axe.run(given)
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`)
  }, options)
  expect(found, "axe").toEqual([])
}

async function loadAxe(frame: Frame): Promise<void> {
  if (!(await frame.evaluate(() => "axe" in window))) await frame.evaluate(await source)
}
