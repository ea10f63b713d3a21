/** Which import shows files that wait on this device, so that no file is in two lists at once. */
import { expect, test } from "vitest"
import type { OwnImport } from "#domain/competition/account/imports.ts"
import type { WaitingFiles } from "../../../phone/waiting-files.ts"
import { importOf, isShownByImport } from "./waiting-import.ts"

const waiting = (differs: Partial<WaitingFiles> = {}): WaitingFiles => ({
  ...{ id: 1, owner: "ana", fromHere: true, begun: null, problem: null },
  files: [new File(["abc"], "run.fit"), new File(["de"], "swim.fit")],
  ...differs,
})
const begun = { importId: "one", bytesPerCall: 10 }

/** An import of both files; `arrived`: how many of them. */
const row = (arrived: number, sizes = [3, 2]): OwnImport => ({
  ...{ id: "one", startedAt: "Nov 20, 2026, 8:00 PM", outcomes: [] },
  isFinished: arrived === 2,
  uploads: ["run.fit", "swim.fit"].map((name, file) => ({
    ...{ file, name, size: sizes[file] ?? 0, isRead: false },
    isReceived: file < arrived,
  })),
})

test("files belong to the import that announced them, or to one with the same files that has received nothing yet", () => {
  const belongs = (batch: WaitingFiles, one: OwnImport) => importOf(batch, [one]) === one
  expect(belongs(waiting({ begun }), row(2))).toBe(true)
  expect(belongs(waiting({ begun: { ...begun, importId: "two" } }), row(0))).toBe(false)
  expect(belongs(waiting(), row(0))).toBe(true)
  expect(belongs(waiting(), row(1))).toBe(false)
  expect(belongs(waiting(), row(2))).toBe(false)
  expect(belongs(waiting(), row(0, [3, 4]))).toBe(false)
})

test("the import shows announced files, unless the connection is lost before all have arrived, or the member must confirm them", () => {
  expect(isShownByImport(waiting({ begun }), [row(1)], false)).toBe(true)
  expect(isShownByImport(waiting({ begun }), [row(1)], true)).toBe(false)
  expect(isShownByImport(waiting({ begun }), [row(2)], true)).toBe(true)
  expect(isShownByImport(waiting({ begun, problem: "Too long" }), [row(2)], false)).toBe(false)
  expect(isShownByImport(waiting({ owner: null }), [row(0)], false)).toBe(false)
  expect(isShownByImport(waiting(), [], false)).toBe(false)
})
