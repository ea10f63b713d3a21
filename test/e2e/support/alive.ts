import type { Page } from "@playwright/test"

/**
 * Waits until React has taken the document over: before that, buttons of forms send them as without JavaScript. Documents
 * that are not React's are left alone.
 */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      !("__reactRouterContext" in window) ||
      Object.keys(document.querySelector("footer") ?? {}).some((key) => key.startsWith("__reactFiber")),
  )
}
