import { test as base, type Page } from "@playwright/test"
import { collectProblems, type Problems } from "./problems.ts"

interface Round {
  /** One window per worker that goes from address to address; loaded files stay in its cache. */
  round: { page: Page; problems: Problems }
}

/** The test function of tests that visit every address and change nothing. */
export const test = base.extend<object, Round>({
  round: [
    async ({ browser }, use) => {
      const context = await browser.newContext({ baseURL: process.env.SITE_ADDRESS ?? "" })
      const problems = collectProblems(context)
      await use({ page: await context.newPage(), problems })
      await context.close()
    },
    { scope: "worker" },
  ],
})
