/**
 * Every item that the specification quotes or lists, with its place. This file checks those that need a state or are in
 * code; those in a page as sent are read from the running site in test/e2e/pages.test.ts.
 */
import { existsSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { inCode } from "./in-code.ts"
import { inStates } from "./in-states.ts"

test.each([...inStates, ...inCode])("$section: $item", ({ file, letters, test: proof }) => {
  expect(existsSync(file), file).toBe(true)
  expect(readFileSync(file, "utf8")).toContain(letters)
  if (!proof) return
  const [where, name] = proof
  expect(readFileSync(where, "utf8")).toContain(name)
})
