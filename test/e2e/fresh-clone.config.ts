import { defineConfig } from "@playwright/test"

const report = process.env.PLAYWRIGHT_REPORT_FILE

/** Installing, building and starting a clone, which needs no browser. */
export default defineConfig({
  testMatch: "fresh-clone.test.ts",
  outputDir: "../../test-results/fresh-clone",
  workers: 1,
  forbidOnly: true,
  timeout: 1_800_000,
  // Limits end what hangs; how soon a process ends is a matter of the machine.
  expect: { timeout: 60_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
})
