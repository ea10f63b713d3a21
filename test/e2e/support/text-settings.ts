import type { Page } from "@playwright/test"

/** Text settings that a visitor may choose: the spacing of WCAG 1.4.12, and double size. */
const settings = {
  spaced:
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }",
  "twice as large": "html { font-size: 200% !important }",
}

/**
 * How many pixels wider than its window the page is, by setting, and the text that causes it, except text that scrolls
 * or is clipped on purpose.
 */
export async function beyond(page: Page): Promise<string[]> {
  return page.evaluate((styles) => {
    // The contents of an expanded row are requested from the server.
    for (const details of document.querySelectorAll<HTMLDetailsElement>(":not([data-row]) > details"))
      details.open = true
    return Object.entries(styles).flatMap(([name, css]) => {
      const style = document.createElement("style")
      style.textContent = css
      document.head.append(style)
      const wider = document.documentElement.scrollWidth - innerWidth
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const cut: string[] = []
      while (wider > 0 && texts.nextNode()) {
        const range = document.createRange()
        range.selectNode(texts.currentNode)
        if (range.getBoundingClientRect().right > innerWidth) cut.push(String(texts.currentNode.textContent))
      }
      style.remove()
      return wider > 0 ? [`${name}: ${wider} pixels, ${cut.join(" | ")}`] : []
    })
  }, settings)
}
