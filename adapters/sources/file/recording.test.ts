/** How a recording is named, compressed and given an id, and that no file stays open. */
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, expect, test } from "vitest"
import { fitSession, healthExport, healthWorkout } from "#test/support/exports.ts"
import { encodeFit, gpx, tcx } from "#test/support/recordings.ts"
import { isCompanion, readRecording } from "./recording.ts"

const start = new Date("2026-11-18T15:00:00Z")
const run = { startedAt: start, sport: "running", timerS: 60, elapsedS: 60, distanceM: 180, records: 60 }
const fit = encodeFit({ sessions: [run, { ...run, startedAt: new Date(start.getTime() + 70_000) }] })
const track = Buffer.from(gpx({ start, points: Array(60).fill(3) }))
const health = Buffer.from(
  healthExport(
    healthWorkout({ start: "2026-11-18 07:00:00 -0800", end: "2026-11-18 07:01:00 -0800", minutes: 1 }),
  ),
)
let folder = ""
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recording-"))
})
afterAll(() => rm(folder, { recursive: true }))
const read = (name: string, bytes: Buffer, options: Parameters<typeof readRecording>[2] = {}) =>
  readRecording(name, () => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]), options)

test.each<[string, Buffer, string[] | string]>([
  ["a.fit", fit, ["#0", "#1"]],
  ["A.FIT", fit, ["#0", "#1"]],
  ["a.fit.GZ", gzipSync(fit), ["#0", "#1"]],
  ["a.gpx", track, ["#0"]],
  ["a.b.tcx", Buffer.from(tcx({ start, sport: "Running", laps: [[60, 180]] })), ["#0"]],
  ["export.xml", health, [""]],
  ["session.json", Buffer.from(fitSession({})), [""]],
  ["a.zip", fit, "an archive deep inside archives; unpack the outer one"],
  ["a.zip.gz", fit, "an archive deep inside archives; unpack the outer one"],
  ["fit", fit, "not a FIT, GPX or TCX file"],
  ["a.fit.bz2", fit, "not a FIT, GPX or TCX file"],
  ["a.fit.gz", fit, "damaged: it cannot be unpacked"],
  ["a.fit.gz", gzipSync(fit).subarray(0, 60), "cut off: the gzip stream does not end"],
])("%s: %#", async (name, bytes, expected) => {
  const outcome = await read(name, bytes)
  expect(outcome.name).toBe(name)
  if (!outcome.ok) return expect(outcome.reason).toBe(expected)
  const ids = outcome.activities.map(({ externalId }) => externalId)
  expect(ids.map((id) => /#\d$/.exec(id)?.[0] ?? "")).toEqual(expected)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{32}#\d$|^apple-health-|^google-fit-/)
  expect("place" in outcome).toBe(false)
})

test("the same content has the same id, compressed or not; other content has another", async () => {
  const idOf = async (name: string, bytes: Buffer) => {
    const outcome = await read(name, bytes)
    return outcome.ok && outcome.activities[0]?.externalId
  }
  expect(await idOf("a.gpx.gz", gzipSync(track))).toBe(await idOf("b.gpx", track))
  expect(await idOf("c.gpx", Buffer.concat([track, Buffer.from("\n")]))).not.toBe(await idOf("b.gpx", track))
})

test("unpacked bytes are counted, including those after the end of a gzip stream that is copied", async () => {
  const counted = async (bytes: Buffer[], place?: { path: string; copy: boolean }) => {
    const counts: number[] = []
    const count = (bytes: number) => counts.push(bytes)
    await readRecording("a.fit.gz", () => Readable.from(bytes), { count, place })
    return counts.reduce((a, b) => a + b, 0)
  }
  const packed = gzipSync(fit)
  expect(await counted([packed])).toBe(fit.length)
  const padded = [packed, ...Array.from({ length: 100 }, () => Buffer.alloc(10_000))]
  expect(await counted(padded, { path: join(folder, "padded"), copy: true })).toBeGreaterThan(500_000)
})

test("a recording is copied on request; exports of years and unreadable files are not", async () => {
  const at = (name: string, copy = true) => ({ place: { path: join(folder, name), copy } })
  expect(await read("a.fit", fit, at("one"))).toMatchObject({ ok: true, ...at("one") })
  expect(await readFile(join(folder, "one"))).toEqual(fit)
  expect(await read("a.fit", fit, at("two", false))).toMatchObject({ ok: true, ...at("two", false) })
  const without = [
    await read("export.xml", health, at("three")),
    await read("export.xml.gz", gzipSync(health), at("four")),
    await read("a.fit", fit.subarray(0, 100), at("five")),
    await read("a.json", Buffer.from("{}"), at("six")),
  ]
  expect(without.map((outcome) => [outcome.ok, "place" in outcome, "noRecording" in outcome])).toEqual([
    [true, false, false],
    [true, false, false],
    [false, false, false],
    [false, false, true],
  ])
  expect(await readdir(folder)).toEqual(expect.arrayContaining(["one"]))
  for (const name of ["two", "three", "four", "five", "six"])
    expect(await readdir(folder)).not.toContain(name)
})

test("an error of this machine is thrown, and an unreadable file is closed", async () => {
  const broken = () =>
    Readable.from(
      (async function* () {
        yield gzipSync(fit).subarray(0, 20)
        throw Object.assign(new Error("no disk"), { code: "EIO" })
      })(),
    )
  await expect(readRecording("a.fit.gz", broken)).rejects.toThrow("no disk")
  await expect(readRecording("a.fit", broken)).rejects.toThrow("no disk")
  const ours = () =>
    Readable.from(
      (async function* () {
        yield gzipSync(fit).subarray(0, 20)
        throw new Error("a mistake")
      })(),
    )
  await expect(readRecording("a.fit.gz", ours)).rejects.toThrow("a mistake")
  const source = Readable.from(
    (function* () {
      for (;;) yield Buffer.alloc(1000, 7)
    })(),
  )
  expect(await readRecording("a.fit.gz", () => source)).toMatchObject({
    reason: "damaged: it cannot be unpacked",
  })
  await expect.poll(() => source.destroyed).toBe(true)
})

test.each([
  ["__MACOSX/a.fit", true],
  ["x/__MACOSX/a.fit", true],
  ["x__MACOSX/a.fit", false],
  [".a.fit", true],
  ["x/.hidden", true],
  ["Thumbs.db", true],
  ["x/index.HTML", true],
  ["a.htm", true],
  ["a.txt", true],
  ["a.jpeg", true],
  ["a.mov", true],
  ["a.txt.gpx", false],
  ["electrocardiograms/a.csv", true],
  ["x/Clinical_Records/a.json", true],
  ["x/clinical-records/a.json", true],
  ["myclinical-records/a.json", false],
  ["export_cda.xml", true],
  ["export.xml", false],
  ["a.fit", false],
])("whether %s only accompanies recordings: %s", (name, companion) =>
  expect(isCompanion(name)).toBe(companion),
)
