/**
 * The unit tests, reduced to those that count for the folder under mutation. Tests that kill processes are left out: they
 * take half a minute each and start the processes from files that are not changed.
 */
import { mergeConfig } from "vitest/config"
import unit from "../../vitest.config.ts"

const tests = JSON.parse(process.env.MUTATE_TESTS ?? "[]") as string[]

export default mergeConfig(
  { ...unit, test: { ...unit.test, include: [] } },
  { test: { include: tests, exclude: ["**/killed.test.ts"] } },
)
