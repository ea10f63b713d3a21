import type { Page } from "@playwright/test"

/**
 * Waits until React has hydrated the document, boundary by boundary: before that, forms are submitted as without
 * JavaScript. Does not wait for documents without React.
 */
export async function comeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (!("__reactRouterContext" in window)) return true
    const taken = (element: Element | null) =>
      // The router's own scripts are never hydrated.
      !element ||
      element.localName === "script" ||
      Object.keys(element).some((key) => key.startsWith("__reactFiber"))
    if (!taken(document.querySelector("header"))) return false
    const comments = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT)
    while (comments.nextNode()) {
      const comment = comments.currentNode as Comment
      // React writes this at the start of a boundary.
      if (comment.data === "$" && !taken(comment.nextElementSibling)) return false
    }
    return true
  })
}
