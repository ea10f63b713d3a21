/** Toasts as specified: one at a time, announced to assistive technology, gone by themselves. Dismissing one: shop.test.ts. */
import { expect, test } from "./support/test.ts"

test("a message shows as one toast, whole on a small screen, and disappears, but not while the visitor is using it", async ({
  page,
}) => {
  // The text for assistive technology is in the page for only a second.
  await page.addInitScript(() => {
    const said: string[] = []
    Reflect.set(window, "said", said)
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll("[role=status]"))
        if (textContent && said.at(-1) !== textContent) said.push(textContent)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  await page.clock.install()
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto("/about#message=The+address+is+confirmed")
  const toast = page.getByRole("listitem").filter({ hasText: "The address is confirmed" })
  await expect(toast).toHaveCount(1)
  await expect(toast).toBeInViewport({ ratio: 1 })
  const said = () => page.evaluate(() => Reflect.get(window, "said").join(" | "))
  await expect.poll(said).toContain("The address is confirmed")
  const { width } = await page.evaluate(() => ({ width: document.documentElement.scrollWidth - innerWidth }))
  expect(width).toBeLessThanOrEqual(0)
  await toast.hover()
  await page.clock.fastForward(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(5, 5)
  await page.clock.fastForward(9_000)
  await expect(toast).toHaveCount(0)
})
