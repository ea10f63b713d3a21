import type { Locator, Page } from "@playwright/test"

/** A person's hand, which counts what it presses: a click, a tap and a key are one each, and so is typing one text. */
export interface Hand {
  /** Presses so far. */
  presses(): number
  /** Presses a control of the page; on a telephone with a finger. */
  tap(target: Locator): Promise<void>
  key(name: string): Promise<void>
  /** Puts the finger into a field, and types. */
  write(field: Locator, text: string): Promise<void>
}

export function handOn(page: Page, how: "finger" | "mouse" = "mouse"): Hand {
  let count = 0
  const tap = async (target: Locator) => {
    count++
    await (how === "finger" ? target.tap() : target.click())
  }
  return {
    presses: () => count,
    tap,
    async key(name) {
      count++
      await page.keyboard.press(name)
    },
    async write(field, text) {
      await tap(field)
      count++
      await field.fill(text)
    },
  }
}
