/** Small rules of the readers: FIT files that are not activities, contradictions, local times, and copies. */
import { mkdtemp, readFile, rm, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, test } from "vitest"
import { refuseContradiction } from "./contradiction.ts"
import { copyWhileRead } from "./copy.ts"
import { otherFitKind } from "./fit-type.ts"
import { readLocalTime } from "./local-time.ts"
import { isNoRecording, isRefusal, NoRecording, Refusal } from "./refusal.ts"

interface Definition {
  header?: number
  message?: number
  bigEndian?: boolean
  /** The number and value of each one-byte field. */
  fields?: [number, number][]
  developer?: number
  dataHeader?: number
}
/** The beginning of a FIT file: a header of 12 bytes, and the definition and data of one message. */
function startOfFit({
  header = 0x40,
  message = 0,
  bigEndian = false,
  fields = [[0, 15]],
  ...more
}: Definition): Buffer {
  const id = bigEndian ? [message >> 8, message & 0xff] : [message & 0xff, message >> 8]
  const definition = [header, 0, bigEndian ? 1 : 0, ...id, fields.length]
  const developer = more.developer === undefined ? [] : [more.developer, ...Array(more.developer * 3).fill(9)]
  const data = [more.dataHeader ?? header & 0x0f, ...fields.map(([, value]) => value), 0]
  return Buffer.from([
    12,
    ...Array(11).fill(0),
    ...definition,
    ...fields.flatMap(([number]) => [number, 1, 0]),
    ...developer,
    ...data,
  ])
}

test.each([
  ["monitoring", {}, "monitoring"],
  ["an activity", { fields: [[0, 4]] }, undefined],
  [
    "a type after another field",
    {
      fields: [
        [3, 99],
        [0, 2],
      ],
    },
    "settings",
  ],
  ["no type", { fields: [[3, 2]] }, undefined],
  ["no field", { fields: [] }, undefined],
  ["big-endian numbers", { bigEndian: true, message: 0 }, "monitoring"],
  ["another message first", { message: 1 }, undefined],
  ["another big-endian message first", { bigEndian: true, message: 1 }, undefined],
  ["message number 256", { message: 256 }, undefined],
  ["developer fields", { header: 0x60, developer: 2, dataHeader: 0 }, "monitoring"],
  ["data first", { header: 0x00 }, undefined],
  ["a compressed timestamp first", { header: 0xc0 }, undefined],
  ["the data of another definition", { header: 0x41, dataHeader: 2 }, undefined],
] as [string, Definition, string | undefined][])("a FIT file with %s", (_what, definition, kind) => {
  expect(otherFitKind(startOfFit(definition))).toBe(kind)
})

test("a truncated FIT file has no type", () => {
  const whole = startOfFit({})
  const needed = 12 + 6 + 3 + 2
  expect(otherFitKind(whole.subarray(0, needed))).toBe("monitoring")
  for (let length = 0; length < needed - 1; length++)
    expect(otherFitKind(whole.subarray(0, length)), `${length}`).toBeUndefined()
})

test.each([
  [60, 0, true],
  [61, 0, false],
  [3660 + 180, 3600, true],
  [3660 + 181, 3600, false],
])("whether a timer of %d s within %d s is plausible: %s", (movingS, clockS, believed) => {
  const check = () => refuseContradiction(movingS, clockS)
  if (believed) check()
  else expect(check).toThrow("contradicts itself")
})

test.each([
  [7200, "2 h"],
  [7140, "119 min"],
  [9000, "2.5 h"],
])("%d seconds are formatted as %s", (seconds, words) => {
  expect(() => refuseContradiction(seconds, 0)).toThrow(`claims ${words} of training within 0 min`)
})

test.each([
  ["12:00 AM", "00:00:00"],
  ["12:30 p.m.", "12:30:00"],
  ["1:05 PM", "13:05:00"],
  ["11:59:58 am", "11:59:58"],
  ["23:59", "23:59:00"],
  ["24:00", undefined],
  ["", undefined],
])("the local time %j is parsed as %s", (clock, local) => {
  expect(readLocalTime(`Aug 7, 2026, ${clock}`)).toBe(local && `2026-08-07T${local}`)
})

test.each(["2026-06-31 10:00", "2026-13-01 10:00", "7 Quux 2026, 10:00", "10:00"])(
  "%j is not a local time",
  (text) => {
    expect(readLocalTime(text)).toBeUndefined()
  },
)

test.each([
  [new Refusal("x"), true, false],
  [new NoRecording("x"), true, true],
  [new Error("x"), false, false],
  [Object.assign(new Error("x"), { code: "ENOENT" }), false, false],
  [{ code: "refused" }, false, false],
])("whether %o is a refusal: %s; whether it marks a non-recording: %s", (error, refusal, noRecording) => {
  expect([isRefusal(error), isNoRecording(error)]).toEqual([refusal, noRecording])
})

async function copying(pieces: string[]) {
  const folder = await mkdtemp(join(tmpdir(), "copy-"))
  async function* source() {
    for (const piece of pieces) yield Buffer.from(piece)
  }
  const path = join(folder, "copy")
  return { path, copy: await copyWhileRead(source(), path), end: () => rm(folder, { recursive: true }) }
}

test("bytes that the reader left unread are copied and counted, and only their owner can read the copy", async () => {
  const { path, copy, end } = await copying(["one", "three", "seven"])
  for await (const piece of copy.bytes) {
    expect(Buffer.from(piece).toString()).toBe("one")
    break
  }
  const counted: number[] = []
  await copy.finish((bytes) => counted.push(bytes))
  expect(counted).toEqual([5, 5])
  expect(await readFile(path, "utf8")).toBe("onethreeseven")
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  await end()
})

test("a copy can be abandoned although its file is gone and its source has nothing to close", async () => {
  const folder = await mkdtemp(join(tmpdir(), "copy-"))
  const source = {
    [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false, value: Buffer.from("x") }) }),
  }
  const copy = await copyWhileRead(source, join(folder, "copy"))
  await rm(folder, { recursive: true })
  await copy.discard()
})

test("an abandoned copy is deleted", async () => {
  const { path, copy, end } = await copying(["one", "two"])
  await copy.discard()
  await expect(stat(path)).rejects.toThrow("ENOENT")
  await end()
})
