import type { Page } from "@playwright/test"
import { expect } from "./test.ts"

/** Presses a button that leads to a payment page, and returns the tab with it. */
export async function openCheckout(page: Page, button: string | RegExp): Promise<Page> {
  const opening = page.waitForEvent("popup")
  await page.getByRole("main").getByRole("button", { name: button, exact: true }).click()
  const tab = await opening
  await expect(tab).toHaveURL(/\/payments-sandbox\/pay\//)
  return tab
}
