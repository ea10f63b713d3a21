import { expect, test } from "vitest"
import { dateFormat } from "./date-format.ts"

test("an instant is formatted in each zone, regardless of the zones used before", () => {
  const write = dateFormat({ dateStyle: "medium", timeStyle: "short" })
  const at = new Date("2026-11-22T03:30:00Z")
  for (let n = 0; n < 2; n++) {
    expect(write(at, "UTC")).toMatch(/^Nov 22, 2026, 3:30\sAM$/)
    expect(write(at, "America/Los_Angeles")).toMatch(/^Nov 21, 2026, 7:30\sPM$/)
  }
})
