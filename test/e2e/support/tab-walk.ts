import type { Page } from "@playwright/test"

export interface TabWalk {
  /** What Tab must reach, in the order of the document. */
  expected: string[]
  /** What it reached. */
  reached: { html: string; seen: boolean; ring: boolean }[]
}

/**
 * Presses Tab once for each thing that can be reached and once more, and tells where the focus was after each press, whether
 * that was in sight, and whether a ring showed it. The page itself takes the notes when the key comes up again, so that
 * the presses need not wait for each other.
 */
export async function tabThrough(page: Page): Promise<TabWalk> {
  const expected = await page.evaluate(() => {
    const htmlOf = (element: Element) => element.outerHTML.replace(/<svg.*/s, "").slice(0, 160)
    const reached: TabWalk["reached"] = []
    Reflect.set(window, "tabWalk", reached)
    addEventListener("keyup", () => {
      const element = document.activeElement
      if (!element || element === document.body) return
      const box = element.getBoundingClientRect()
      const seen = box.width > 0 && box.height > 0 && box.bottom > 0 && box.top < innerHeight
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const ring = outlineStyle !== "none" && Number.parseFloat(outlineWidth) >= 2
      reached.push({ html: htmlOf(element), seen, ring })
    })
    const selector = "a[href], button, input, select, textarea, summary, [tabindex='0']"
    return [...document.querySelectorAll<HTMLElement>(selector)]
      .filter(
        (element) =>
          element.tabIndex >= 0 &&
          !element.matches(":disabled") &&
          element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }),
      )
      .map(htmlOf)
  })
  const devtools = await page.context().newCDPSession(page)
  const key = { key: "Tab", code: "Tab", windowsVirtualKeyCode: 9 }
  await Promise.all(
    // Once more than there is to reach: whatever comes behind the last one is a mistake.
    Array.from({ length: expected.length + 1 }).flatMap(() => [
      devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key }),
      devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
    ]),
  )
  await devtools.detach()
  const reached = await page.evaluate((): TabWalk["reached"] => Reflect.get(window, "tabWalk"))
  // Behind the last one comes the browser itself, or the first once more.
  if (reached.length > expected.length && reached.at(-1)?.html === expected[0]) reached.pop()
  return { expected, reached }
}
