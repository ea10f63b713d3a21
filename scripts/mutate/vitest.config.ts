/** The unit tests, reduced to those that count for the folder under mutation. */
import { mergeConfig } from "vitest/config"
import unit from "../../vitest.config.ts"

const tests = JSON.parse(process.env.MUTATE_TESTS ?? "[]") as string[]

export default mergeConfig({ ...unit, test: { ...unit.test, include: [] } }, { test: { include: tests } })
