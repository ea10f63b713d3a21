/** Which import shows files that wait on this device, so that no file is in two lists at once. */
import { expect, test } from "vitest"
import type { WaitingFiles } from "../../../phone/waiting-files.ts"
import type { ImportRow } from "./use-imports.ts"
import { importOf, isShownByImport } from "./waiting-import.ts"

const waiting = (differs: Partial<WaitingFiles> = {}): WaitingFiles => ({
  ...{ id: 1, owner: "ana", fromHere: true, begun: null, problem: null },
  files: [new File(["abc"], "run.fit"), new File(["de"], "swim.fit")],
  ...differs,
})
const begun = { importId: "one", bytesPerCall: 10 }

/** An import of both files; `arrived`: how many of them. */
const row = (arrived: number, sizes = [3, 2]): ImportRow => ({
  ...{ id: "one", started_at: "2026-11-20T20:00:00Z", import_files: [] },
  finished_at: arrived === 2 ? "2026-11-20T20:00:01Z" : null,
  import_uploads: ["run.fit", "swim.fit"].map((name, file) => ({
    ...{ file, name, size: sizes[file] ?? 0, read_at: null },
    received_at: file < arrived ? "2026-11-20T20:00:01Z" : null,
  })),
})

test("files belong to the import they were announced as, or to one with the same files of which nothing has arrived", () => {
  const belongs = (batch: WaitingFiles, one: ImportRow) => importOf(batch, [one]) === one
  expect(belongs(waiting({ begun }), row(2))).toBe(true)
  expect(belongs(waiting({ begun: { ...begun, importId: "two" } }), row(0))).toBe(false)
  expect(belongs(waiting(), row(0))).toBe(true)
  expect(belongs(waiting(), row(1))).toBe(false)
  expect(belongs(waiting(), row(2))).toBe(false)
  expect(belongs(waiting(), row(0, [3, 4]))).toBe(false)
})

test("the import shows files once announced, unless the connection is lost before all arrived, or they need a press", () => {
  expect(isShownByImport(waiting({ begun }), [row(1)], false)).toBe(true)
  expect(isShownByImport(waiting({ begun }), [row(1)], true)).toBe(false)
  expect(isShownByImport(waiting({ begun }), [row(2)], true)).toBe(true)
  expect(isShownByImport(waiting({ begun, problem: "Too long" }), [row(2)], false)).toBe(false)
  expect(isShownByImport(waiting({ owner: null }), [row(0)], false)).toBe(false)
  expect(isShownByImport(waiting(), [], false)).toBe(false)
})
