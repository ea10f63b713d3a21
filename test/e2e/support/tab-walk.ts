import type { Page } from "@playwright/test"

export interface TabWalk {
  /** The controls that Tab must reach, in document order. */
  expected: string[]
  /** The controls that it reached. */
  reached: { html: string; seen: boolean; ring: boolean }[]
}

/**
 * Presses Tab once for each reachable control and once more, and returns where the focus was after each press, whether
 * it was visible, and whether it had a focus ring. The page itself records this when the key is released, so that the
 * presses need not wait for each other.
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
    // One more press than there are controls, so that a control after the last expected one is an error.
    Array.from({ length: expected.length + 1 }).flatMap(() => [
      devtools.send("Input.dispatchKeyEvent", { type: "rawKeyDown", ...key }),
      devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
    ]),
  )
  await devtools.detach()
  const reached = await page.evaluate((): TabWalk["reached"] => Reflect.get(window, "tabWalk"))
  // After the last one comes the browser itself, or the first one again.
  if (reached.length > expected.length && reached.at(-1)?.html === expected[0]) reached.pop()
  return { expected, reached }
}
