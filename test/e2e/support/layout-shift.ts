import type { Page } from "@playwright/test"

/** Makes every page that opens from now on measure how far it moves by itself. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Reflect.set(window, "moved", 0)
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!shift.hadRecentInput) Reflect.set(window, "moved", Reflect.get(window, "moved") + shift.value)
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
