import AxeBuilder from "@axe-core/playwright"
import type { Page } from "@playwright/test"
import { expect } from "./test.ts"

/**
 * axe on a page, with the one rule of WCAG 2.2 AA that it leaves off by default: the minimum target size of 24 pixels.
 * Its default mode opens a second page for each run, which takes a quarter of the time and is needed only for frames of
 * other origins, of which there are none here. Passed checks are not recorded per element.
 */
function axe(page: Page): AxeBuilder {
  return (
    new AxeBuilder({ page })
      .setLegacyMode()
      // Without styles and media fetched once more, which only rules about orientation and autoplay ask for.
      .options({ resultTypes: ["violations"], preload: false, rules: { "target-size": { enabled: true } } })
  )
}

/** axe finds nothing on the page as it is; what it finds is named with where it is. */
export async function expectUsable(page: Page): Promise<void> {
  const { violations } = await axe(page).analyze()
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(", ")}`)
  expect(found, "axe").toEqual([])
}
