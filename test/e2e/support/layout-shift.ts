import type { Page } from "@playwright/test"

interface Shift extends PerformanceEntry {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Makes every page that opens from now on measure how far it moves by itself. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, "moved", 0)
    Reflect.set(window, "movers", [])
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as Shift[]) {
        if (shift.hadRecentInput) continue
        Reflect.set(window, "moved", Reflect.get(window, "moved") + shift.value)
        for (const { node, previousRect, currentRect } of shift.sources)
          Reflect.get(window, "movers").push(
            `${node?.textContent?.slice(0, 40)}: ${previousRect.y} to ${currentRect.y}, ${previousRect.height} to ${currentRect.height} high`,
          )
      }
    }).observe({ type: "layout-shift", buffered: true })
  })
}

/** The sum of the page's layout shifts without input so far, as browsers measure them: 0.1 is the limit of a good page. */
export async function movedByItself(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await document.fonts.ready
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2_000 }))
    return Reflect.get(window, "moved") as number
  })
}

/** What has moved so far without input, for the message of a test that fails: the beginning of its text, and from where to where. */
export async function whatMoved(page: Page): Promise<string> {
  return page.evaluate(() => (Reflect.get(window, "movers") as string[]).join("; "))
}
