import type { Locator, Page } from "@playwright/test"

/** Simulates a person and counts presses: a click, a tap and a key count as one each, and so does typing one text. */
export interface Hand {
  /** Presses so far. */
  presses(): number
  /** Presses so far, and how many of them were texts. */
  spent(): { presses: number; texts: number }
  /** Presses a control of the page; by touch on a phone. */
  tap(target: Locator): Promise<void>
  key(name: string): Promise<void>
  /** Taps a field unless it has the focus already, and types. */
  write(field: Locator, text: string): Promise<void>
}

export function handOn(page: Page, how: "finger" | "mouse" = "mouse"): Hand {
  let count = 0
  let texts = 0
  const tap = async (target: Locator) => {
    count++
    await (how === "finger" ? target.tap() : target.click())
  }
  return {
    presses: () => count,
    spent: () => ({ presses: count, texts }),
    tap,
    async key(name) {
      count++
      await page.keyboard.press(name)
    },
    async write(field, text) {
      if (!(await field.evaluate((one) => one === document.activeElement))) await tap(field)
      count++
      texts++
      await field.fill(text)
    },
  }
}
