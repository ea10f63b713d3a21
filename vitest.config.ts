import { availableParallelism } from "node:os"
import { defineConfig } from "vitest/config"

export default defineConfig({
  // The same React as on the pages: that for development records a stack for every element, half of what rendering tests take.
  oxc: { jsx: { runtime: "automatic", development: false } },
  test: {
    env: { NODE_ENV: "production" },
    include: ["**/*.test.ts", "**/*.test.tsx"],
    // test/e2e is Playwright's.
    exclude: ["**/node_modules/**", "build/**", "data/**", "test/e2e/**"],
    environment: "node",
    globalSetup: ["test/support/global-setup.ts"],
    setupFiles: ["test/support/console-error.ts", "test/support/slow-test.ts"],
    // Tests of processes and of the database mostly wait. The browser runs beside them; with a fourth worker, the whole run took a
    // fifth more processor time, because everything that polls does so for longer.
    maxWorkers: Math.max(3, availableParallelism() - 1),
    // Our modules have no state, so test files may share imports, which saves a fifth of the run's work.
    isolate: false,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    // Limits end what hangs. How soon something happens is no test's matter: a machine that runs other things as well may
    // take many times as long as a quiet one.
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
})
