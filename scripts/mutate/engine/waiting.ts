/** The first file of an engine's Vitest: the runner waits for its orders after it (`looping-runner.ts`). */
import { test } from "vitest"

test("the engine is ready", () => {})
