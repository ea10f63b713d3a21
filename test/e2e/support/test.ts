/** The test function of the browser tests: `import { expect, test } from "./support/test.ts"`. */
import type { Email } from "postal-mime"
import { comeAlive } from "./alive.ts"
import { type MailFilter, readMails, waitForMail } from "./mails.ts"
import { collectProblems, type Problems } from "./problems.ts"
import { test as base, expect } from "./worker.ts"

interface Fixtures {
  /** Console errors, exceptions and failed requests; an unexpected one fails the test. */
  problems: Problems
  /** Mails that the server has sent, oldest first. */
  mails(filter?: MailFilter): Promise<Email[]>
  /** The newest matching mail, waiting for the first. */
  mail(filter: MailFilter): Promise<Email>
}

export { expect }

export const test = base.extend<Fixtures>({
  baseURL: async ({ baseURL: _ }, use) => use(setting("SITE_ADDRESS")),
  // A page also works without its scripts, but most tests are about the page with them. `waitUntil: "commit"` returns
  // early.
  page: async ({ page }, use) => {
    const goto = page.goto.bind(page)
    page.goto = async (url, options) => {
      const response = await goto(url, options)
      if (options?.waitUntil !== "commit") await comeAlive(page)
      return response
    }
    await use(page)
  },
  problems: [
    async ({ context }, use) => {
      const problems = collectProblems(context)
      await use(problems)
      expect(problems.unexpected(), "problems in the browser that the test does not expect").toEqual([])
    },
    { auto: true },
  ],
  mails: async ({ baseURL: _ }, use) => use((filter) => readMails(setting("SITE_DATA"), filter)),
  mail: async ({ baseURL: _ }, use) => use((filter) => waitForMail(setting("SITE_DATA"), filter)),
})

function setting(name: string): string {
  const value = process.env[name]
  if (!value)
    throw new Error(`${name} is not set; the browser tests are started by Playwright's global setup`)
  return value
}
