import { expect, test } from "vitest"
import { z } from "zod"
import { clickKey } from "./click-key.ts"

test("every click has its own UUID", () => {
  const keys = Array.from({ length: 500 }, clickKey)
  for (const key of keys) expect(z.uuidv4().safeParse(key).success, key).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
