import type { BrowserContext, ConsoleMessage, Page, Request } from "@playwright/test"

/** Problems in a browser that tests do not check explicitly. */
export interface Problems {
  /** A problem that this test provokes on purpose, as part of its text. */
  expect(problem: string | RegExp): void
  /** The unexpected problems. */
  unexpected(): string[]
  /** Starts over, for a window that the next test uses as well. */
  forget(): void
}

/** Collects console errors, uncaught exceptions, failed requests and responses of 400 and above from every page. */
export function collectProblems(context: BrowserContext): Problems {
  const found: string[] = []
  const expected: (string | RegExp)[] = []
  const watch = (page: Page) => {
    page.on("pageerror", (error) => void found.push(`uncaught: ${error.message}`))
    page.on("console", (message) => {
      if (message.type() === "error") found.push(`console: ${message.text()} ${place(message)}`)
    })
    page.on("requestfailed", (request) => {
      if (!isCancelled(request)) found.push(`request: ${request.url()} ${request.failure()?.errorText}`)
    })
    page.on("response", (response) => {
      if (response.status() >= 400) found.push(`answer: ${response.status()} ${response.url()}`)
    })
  }
  context.pages().forEach(watch)
  context.on("page", watch)
  return {
    expect: (problem) => void expected.push(problem),
    unexpected: () => found.filter((text) => !expected.some((one) => text.match(one) !== null)),
    forget: () => {
      found.length = 0
      expected.length = 0
    },
  }
}

function place(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location()
  return `(${url}:${lineNumber})`
}

/** A page that is left cancels its pending requests; this is normal and not an error. */
function isCancelled(request: Request): boolean {
  return request.failure()?.errorText === "net::ERR_ABORTED"
}
