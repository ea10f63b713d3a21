import { expect, test } from "vitest"
import { zoneNote } from "./zone-note.ts"

test.each([
  [50_400, -28_800, "UTC+14", "UTC−8"],
  [-43_200, 20_700, "UTC−12", "UTC+5:45"],
  [0, -12_600, "UTC+0", "UTC−3:30"],
])("a clock that is far away, at %d seconds, is named beside the one taken", (told, taken, says, counts) => {
  const note = zoneNote({ toldOffsetS: told, utcOffsetS: taken })
  expect(note).toContain(`Its file says ${says},`)
  expect(note).toContain(`the day at ${counts}.`)
})

test("there is no note if the activity's own offset applies", () => {
  expect(zoneNote({ toldOffsetS: null, utcOffsetS: -28_800 })).toBeNull()
})
