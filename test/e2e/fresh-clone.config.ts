import { defineConfig } from "@playwright/test"

const report = process.env.PLAYWRIGHT_REPORT_FILE

/** Installing, building and starting a clone, which needs no browser. */
export default defineConfig({
  testMatch: "fresh-clone.test.ts",
  outputDir: "../../test-results/fresh-clone",
  workers: 1,
  forbidOnly: true,
  timeout: 1_800_000,
  // The timeouts only stop hanging tests; how quickly a process ends depends on the machine.
  expect: { timeout: 60_000 },
  reporter: report ? [["list"], ["json", { outputFile: report }]] : [["list"]],
})
