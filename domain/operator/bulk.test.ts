import { randomUUID } from "node:crypto"
import { expect, test } from "vitest"
import { bulk } from "./bulk.ts"

test("each item is done or refused separately, all in one batch", async () => {
  const batches = new Set<string>()
  const given = randomUUID()
  const codes: Record<string, string> = { b: "claimed", d: "unchanged", e: "claimed" }
  const done = await bulk(
    ["a", "b", "c", "d", "e"],
    async (id, batch) => {
      batches.add(batch)
      const code = codes[id]
      return code ? { ok: false, code } : { ok: true }
    },
    given,
  )
  expect(done).toEqual({
    batch: given,
    matched: 5,
    possible: 2,
    refused: [
      { code: "claimed", count: 2 },
      { code: "unchanged", count: 1 },
    ],
  })
  expect([...batches]).toEqual([given])
})
