import { defineConfig } from "@playwright/test"
import { browserFlags, findBrowser, findWindowedBrowser } from "./scripts/browser.ts"

/** Where scripts/test.ts wants the results; absent when Playwright is run by hand. */
const report = process.env.PLAYWRIGHT_REPORT_FILE
const executablePath = findBrowser()
// For the test that looks at notifications.
process.env.WINDOWED_BROWSER ??= findWindowedBrowser() ?? ""

export default defineConfig({
  testDir: "test/e2e",
  testMatch: "**/*.test.ts",
  // It installs and builds a whole clone, so it has a configuration and a run of its own.
  testIgnore: "**/fresh-clone.test.ts",
  globalSetup: "./test/e2e/support/global-setup.ts",
  fullyParallel: true,
  // As many as the cores it must run on, beside Vitest: a third process costs a browser and servers of its own, and waits.
  workers: 2,
  forbidOnly: true,
  retries: 0,
  // Generous, because a limit costs nothing while all is well, and a machine under load can be ten times slower.
  timeout: 300_000,
  // A repeated block and a press have limits of their own, so that what is missing is named and does not take the whole limit.
  expect: { timeout: 60_000, toPass: { timeout: 120_000 } },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
  use: {
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // Recording every step of every test takes a third of the time; `--trace on` does so for the one that fails.
    trace: "off",
    screenshot: "only-on-failure",
    // Only the test of the installed app is about it; elsewhere tests answer requests in its place.
    serviceWorkers: "block",
    launchOptions: { args: browserFlags(), ...(executablePath ? { executablePath } : {}) },
  },
})
