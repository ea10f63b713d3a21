import { existsSync, readFileSync } from "node:fs"
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import type { FileOutcome, RecordedActivity } from "#ports/recorded.ts"
import { withLimits } from "#test/support/read-outcomes.ts"
import { encodeFit, gpx, tcx, zip } from "#test/support/recordings.ts"
import { readFilesInThread } from "./in-thread.ts"
import { readFiles } from "./read.ts"

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "recordings-"))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(name: string, bytes: Buffer | string): Promise<FileOutcome[]> {
  const path = join(folder, name)
  await writeFile(path, bytes)
  const outcomes = []
  for await (const outcome of readFiles([path])) outcomes.push(outcome)
  return outcomes
}
const activities = (outcomes: readonly FileOutcome[]): RecordedActivity[] =>
  outcomes.flatMap((outcome) => {
    if (!outcome.ok) throw new Error(`${outcome.name}: ${outcome.reason}`)
    return outcome.activities
  })
const reason = (outcomes: readonly FileOutcome[]) =>
  outcomes.map((o) => (o.ok ? `read ${o.activities.length}` : o.reason))
const start = new Date("2026-11-18T15:00:00Z")
const run = {
  startedAt: start,
  sport: "running",
  timerS: 1800,
  elapsedS: 1900,
  distanceM: 5012.3,
  records: 1800,
}

describe("FIT", () => {
  test("one session: the recorder's own totals, the watch's time zone, the fastest five minutes", async () => {
    const [activity] = activities(await read("a.fit", encodeFit({ sessions: [run], utcOffsetS: -28_800 })))
    expect(activity).toMatchObject({
      sports: ["running"],
      startedAt: start,
      utcOffsetS: -28_800,
      movingS: 1800,
      elapsedS: 1900,
      distanceM: 5012.3,
      indoor: false,
      virtual: false,
    })
    expect(activity?.fiveMinutesKmh).toBeCloseTo(10, 0)
  })

  test("the same file compressed is the same activity", async () => {
    const bytes = encodeFit({ sessions: [run] })
    const [plain] = activities(await read("b.fit", bytes))
    const [packed] = activities(await read("b2.fit.gz", gzipSync(bytes)))
    const [zipped] = activities(await read("b3.zip", await zip({ "x/b.fit.gz": gzipSync(bytes) })))
    expect(packed).toEqual(plain)
    expect(zipped).toEqual(plain)
  })

  test("a multisport file is one activity per leg", async () => {
    const legs = ["swimming", "transition", "cycling"].map((sport, n) => ({
      ...run,
      sport,
      startedAt: new Date(start.getTime() + n * 1_900_000),
      distanceM: 1000 * (n + 1),
    }))
    const read3 = activities(await read("c.fit", encodeFit({ sessions: legs })))
    expect(read3.map((leg) => [leg.sports.at(-1), leg.distanceM])).toEqual([
      ["swimming", 1000],
      ["transition", 2000],
      ["cycling", 3000],
    ])
    expect(new Set(read3.map(({ externalId }) => externalId)).size).toBe(3)
  })

  test("indoor strength training has no distance and counts by time", async () => {
    const strength = { ...run, sport: "training", subSport: "strengthTraining", distanceM: 0, records: 0 }
    const [activity] = activities(await read("d.fit", encodeFit({ sessions: [strength] })))
    expect(activity).toMatchObject({
      sports: ["strength_training", "training"],
      distanceM: 0,
      indoor: true,
      fiveMinutesKmh: null,
    })
  })

  test("a timer that ran longer than from start to end is refused, but a rounded second is not", async () => {
    const ten = { ...run, timerS: 36_000, elapsedS: 3600 }
    expect(reason(await read("t.fit", encodeFit({ sessions: [ten] })))).toEqual([
      "contradicts itself: it claims 10 h of training within 60 min from start to end",
    ])
    const rounded = { ...run, timerS: 1801, elapsedS: 1800 }
    const [activity] = activities(await read("u.fit", encodeFit({ sessions: [rounded] })))
    expect(activity).toMatchObject({ movingS: 1801, elapsedS: 1801 })
    // The message says 10 hours for both; its timestamps say one.
    const forged = { ...ten, elapsedS: 36_000, endsAfterS: 3600 }
    expect(reason(await read("v.fit", encodeFit({ sessions: [forged] })))[0]).toMatch(/^contradicts itself/)
  })

  test("values covered by positions are reported next to the recorder's totals", async () => {
    const [activity] = activities(await read("w.fit", encodeFit({ sessions: [run] })))
    expect(activity?.trackS).toBe(1799)
    expect(activity?.trackM).toBeCloseTo(5012.3 - 5012.3 / 1800, 0)
    const [indoor] = activities(await read("x.fit", encodeFit({ sessions: [{ ...run, records: 0 }] })))
    expect(indoor).toMatchObject({ trackS: 0, trackM: 0, fingerprint: null })
  })

  test("broken files are refused with the reason", async () => {
    const bytes = encodeFit({ sessions: [run] })
    const flipped = Buffer.from(bytes)
    flipped[200] = (flipped[200] ?? 0) ^ 0xff
    expect(reason(await read("e.fit", bytes.subarray(0, 768)))[0]).toMatch(/^cut off after 768 bytes/)
    expect(reason(await read("f.fit", flipped))).toEqual(["damaged: its checksum does not match"])
    expect(reason(await read("g.fit", ""))).toEqual(["an empty file"])
    expect(reason(await read("h.fit", "GIF89a, and more than twelve bytes"))).toEqual([
      "not a FIT file, although its name says so",
    ])
    expect(reason(await read("i.fit", encodeFit({ type: "settings", sessions: [] })))).toEqual([
      "a settings file, not an activity",
    ])
    expect(
      reason(
        await read(
          "j.fit",
          encodeFit({ sessions: [{ ...run, startedAt: new Date("1990-01-01T00:00:00Z") }] }),
        ),
      )[0],
    ).toMatch(/clock was never set/)
    expect(reason(await read("k.fit.gz", gzipSync(bytes).subarray(0, 500)))).toEqual([
      "cut off: the gzip stream does not end",
    ])
    expect(reason(await read("l.fit.gz", bytes))).toEqual(["damaged: it cannot be unpacked"])
  })

  test("a valid file before a damaged one in a chain is kept", async () => {
    const bytes = encodeFit({ sessions: [run] })
    expect(activities(await read("m.fit", Buffer.concat([bytes, bytes.subarray(0, 300)])))).toHaveLength(1)
    expect(activities(await read("n.fit", Buffer.concat([bytes, bytes])))).toHaveLength(2)
  })
})

describe("GPX and TCX", () => {
  test("a track without totals: spherical distances, and pauses that do not count as moving time", async () => {
    // 600 points 3 m apart, one per second; then two minutes in one place; then 300 more.
    const [activity] = activities(
      await read("a.gpx", gpx({ start, points: [...steps(600), ...steps(120, 0), ...steps(300)] })),
    )
    expect(activity?.movingS).toBe(900)
    expect(activity?.elapsedS).toBe(1020)
    expect(activity?.distanceM).toBeCloseTo(2700, -1)
    expect(activity?.fiveMinutesKmh).toBeCloseTo(10.8, 1)
    expect(activity?.sports).toContain("running")
  })

  test("standing still for eight seconds is moving time, and a GPS jump adds no distance", async () => {
    const [short] = activities(
      await read("b.gpx", gpx({ start, points: [...steps(300), ...steps(8, 0), ...steps(300)] })),
    )
    expect(short?.movingS).toBe(608)
    const [jump] = activities(
      await read("c.gpx", gpx({ start, points: [...steps(300), ...steps(1, 90_000), ...steps(300)] })),
    )
    expect(jump?.distanceM).toBeCloseTo(1800, -1)
  })

  test("TCX laps provide the totals, including distance that only the lap contains", async () => {
    const [activity] = activities(
      await read(
        "d.tcx",
        tcx({
          start,
          sport: "Biking",
          laps: [
            [1200, 9000],
            [600, 4000.5],
          ],
        }),
      ),
    )
    expect(activity).toMatchObject({
      sports: ["Biking"],
      movingS: 1800,
      distanceM: 13_000.5,
      startedAt: start,
    })
  })

  test("laps that last longer than their track are refused", async () => {
    const text = tcx({ start, sport: "Biking", laps: [[3600, 20_000]] })
    expect(activities(await read("x.tcx", text))).toHaveLength(1)
    expect(reason(await read("y.tcx", text.replace(">3600<", ">36000<")))).toEqual([
      "contradicts itself: it claims 10 h of training within 60 min from start to end",
    ])
    // Five percent and a minute are the tolerance for rounded clocks.
    expect(activities(await read("z.tcx", text.replace(">3600<", ">3840<")))).toHaveLength(1)
    expect(reason(await read("z2.tcx", text.replace(">3600<", ">3841<")))[0]).toMatch(/^contradicts/)
  })

  test("positions more than half a minute apart leave the time between them uncovered", async () => {
    const text = gpx({ start, points: [...steps(300), ...steps(1, 90_000), ...steps(300)] })
    const [jump] = activities(await read("t1.gpx", text))
    expect(jump?.trackM).toBeCloseTo(1800, -1)
    expect(jump?.trackS).toBe(600)
    const seldom = (apart: number) => {
      const keep = (_: string, second: number) => second % apart === 0
      const rows = gpx({ start, points: steps(900) }).split("\n")
      const points = rows.filter((row) => row.startsWith("<trkpt"))
      return [...rows.slice(0, 3), ...points.filter(keep), "</trkseg></trk></gpx>"].join("\n")
    }
    expect(activities(await read("t2.gpx", seldom(30)))[0]?.trackS).toBe(900)
    expect(activities(await read("t3.gpx", seldom(31)))[0]?.trackS).toBe(0)
  })

  test("other encodings, namespace prefixes and a byte order mark are accepted", async () => {
    const text = gpx({ start, points: steps(60), name: "Zürich Lauf" })
    expect(activities(await read("e.gpx", Buffer.from(`\uFEFF${text}`)))[0]?.name).toBe("Zürich Lauf")
    const latin = Buffer.from(text.replace("UTF-8", "ISO-8859-1"), "latin1")
    expect(activities(await read("f.gpx", latin))[0]?.name).toBe("Zürich Lauf")
    const prefixed = text
      .replace("<gpx ", '<g:gpx xmlns:g="x" ')
      .replace("</gpx>", "</g:gpx>")
      .replaceAll(/<(\/?)(trk|trkseg|trkpt|time|name|type)\b/g, "<$1g:$2")
    expect(activities(await read("g.gpx", prefixed))[0]?.movingS).toBe(60)
    expect(reason(await read("h.gpx", Buffer.from(text, "latin1")))).toEqual([
      "not text in the encoding that it names",
    ])
  })

  test("files that cannot be scored or are malicious are refused with the reason", async () => {
    const good = gpx({ start, points: steps(60) })
    expect(reason(await read("i.gpx", good.replaceAll(/<time>[^<]*<\/time>/g, "")))).toEqual([
      "no times in this track, so it cannot be scored",
    ])
    expect(reason(await read("j.gpx", good.replace(/<trk>[\s\S]*<\/trk>/, "<rte/>")))).toEqual([
      "a planned route, not an activity",
    ])
    expect(reason(await read("k.gpx", good.slice(0, 900)))).toEqual(["not well-formed XML"])
    expect(reason(await read("l.gpx", "<html><body>Not found</body></html>"))).toEqual([
      "not a GPX file, although its name says so",
    ])
    expect(reason(await read("m.gpx", " "))).toEqual(["an empty file"])
    const bomb = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
    expect(reason(await read("n.gpx", good.replace("<gpx", `${bomb}<gpx`)))).toEqual([
      "declares entities of its own, which recordings never need",
    ])
    const outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    expect(reason(await read("o.tcx", outside + tcx({ start, sport: "Running", laps: [[10, 10]] })))).toEqual(
      ["declares entities of its own, which recordings never need"],
    )
    expect(
      reason(await read("p.gpx", `<gpx><trk><trkseg><trkpt lat="1" lon="1"><time>${"x".repeat(30_000)}`))[0],
    ).toMatch(/does not end/)
    expect(reason(await read("q.doc", "text"))).toEqual(["not a FIT, GPX or TCX file"])
  })

  test("a track with too many points is refused before it is loaded completely", async () => {
    const point = '<trkpt lat="33.6" lon="-117.9"/>'
    const many = gpx({ start, points: [] }).replace("</trkseg>", `${point.repeat(1001)}</trkseg>`)
    const outcomes = await withLimits({ points: 1000 }, () => read("r.gpx", many))
    expect(reason(outcomes)).toEqual(["has more than 1,000 track points"])
  })
})

describe("archives", () => {
  const fit = encodeFit({ sessions: [run] })

  test("an export: names and sports from its activities.csv, one outcome per file, including broken ones", async () => {
    const csv = [
      "Activity ID,Activity Date,Activity Name,Activity Type,Filename",
      '1,"Nov 18, 2026, 3:00:00 PM","Morning, ""easy""",Trail Run,activities/1.fit.gz',
      "2,x,Ride home,Ride,activities/2.gpx.gz",
    ].join("\n")
    const outcomes = await read(
      "export.zip",
      await zip({
        "activities.csv": csv,
        "profile.jpg": "x",
        "activities/1.fit.gz": gzipSync(fit),
        "activities/2.gpx.gz": gzipSync(gpx({ start, points: steps(60) })),
        "activities/3.tcx": "<broken",
        "media/": "",
      }),
    )
    expect(outcomes.map(({ name, ok }) => [name, ok])).toEqual([
      ["export.zip/activities/1.fit.gz", true],
      ["export.zip/activities/2.gpx.gz", true],
      ["export.zip/activities/3.tcx", false],
    ])
    const [first, second] = activities(outcomes.slice(0, 2))
    expect(first).toMatchObject({ name: 'Morning, "easy"', sports: ["Trail Run", "running"] })
    expect(second).toMatchObject({ name: "Ride home", sports: ["Ride", "running", "Track"] })
  })

  test("a path outside the archive, a deeply nested archive and a truncated archive are refused", async () => {
    const inner = await zip({ "deep.zip": await zip({ "a.fit": fit }) })
    const archive = await zip({ "xx/evil.fit": fit, "inner.zip": inner, "ok.fit": fit })
    const evil = Buffer.from(archive.toString("latin1").replaceAll("xx/evil.fit", "../evil.fit"), "latin1")
    const outcomes = await read("evil.zip", evil)
    expect(outcomes.map((o) => [o.name, o.ok ? "read" : o.reason])).toEqual([
      ["evil.zip/../evil.fit", "its path leads out of the archive"],
      ["evil.zip/inner.zip/deep.zip", "an archive deep inside archives; unpack the outer one"],
      ["evil.zip/ok.fit", "read"],
    ])
    expect(reason(await read("cut.zip", archive.subarray(0, archive.length - 40)))[0]).toMatch(
      /cut off|damaged/,
    )
  })

  test("unpacking stops at the maximum size of a recording", async () => {
    const bomb = gzipSync(Buffer.concat([fit, Buffer.alloc(13_000_000, 32)]))
    expect(reason(await read("bomb.fit.gz", bomb))).toEqual(["larger than 12 MB"])
  })
})

describe("in a separate thread", () => {
  test("the same outcomes are returned in the same order under the given names", async () => {
    const fit = encodeFit({ sessions: [run] })
    const first = join(folder, "upload-1")
    const second = join(folder, "upload-2.zip")
    await writeFile(first, fit)
    await writeFile(
      second,
      await zip({ "a.fit": fit, "b.fit": "broken", "c.gpx": gpx({ start, points: steps(60) }) }),
    )
    const said = async (files: AsyncIterable<FileOutcome>) => {
      const all = []
      for await (const file of files) all.push(file)
      return all
    }
    const files = [
      { path: first, name: "Morning.fit" },
      { path: second, name: "Export.zip" },
      join(folder, "missing"),
    ]
    const inThread = (await said(readFilesInThread(files))).map((outcome) =>
      outcome.ok ? { name: outcome.name, ok: true, activities: outcome.activities } : outcome,
    )
    expect(inThread).toEqual(
      await said(
        readFiles([first, second, join(folder, "missing")], { names: ["Morning.fit", "Export.zip"] }),
      ),
    )
    expect(inThread.map(({ name, ok }) => [name, ok])).toEqual([
      ["Morning.fit", true],
      ["Export.zip/a.fit", true],
      ["Export.zip/b.fit", false],
      ["Export.zip/c.gpx", true],
      [join(folder, "missing"), false],
    ])
  })

  test("provides the bytes of each recording as sent, compressed or not, and leaves no copy behind", async () => {
    const fit = encodeFit({ sessions: [run] })
    // A reader stops at the end of the gzip stream; the bytes after it were sent as well.
    const packed = Buffer.concat([gzipSync(fit), Buffer.alloc(300_000)])
    const track = Buffer.from(gpx({ start: run.startedAt, points: steps(60) }))
    const copies = join(folder, "copies")
    await mkdir(copies)
    vi.stubEnv("TMPDIR", copies)
    const [plain, archive] = [join(folder, "plain.fit"), join(folder, "sent.zip")]
    await writeFile(plain, fit)
    await writeFile(archive, await zip({ "a.fit.gz": packed, "b.fit": "broken", "c.gpx": track }))
    const sent: [name: string, same: boolean, contentId: string | undefined][] = []
    const expected = new Map([
      ["plain.fit", fit],
      ["sent.zip/a.fit.gz", packed],
      ["sent.zip/c.gpx", track],
    ])
    for await (const outcome of readFilesInThread([plain, archive])) {
      if (!outcome.ok) continue
      const bytes = outcome.original ? await buffer(outcome.original.bytes()) : Buffer.alloc(0)
      sent.push([outcome.name, bytes.equals(expected.get(outcome.name) ?? fit), outcome.original?.contentId])
      expect(outcome.activities[0]?.externalId).toBe(`${outcome.original?.contentId}#0`)
    }
    expect(sent.map(([name, same]) => [name, same])).toEqual([...expected.keys()].map((name) => [name, true]))
    // The same recording, compressed and uncompressed.
    expect(sent[0]?.[2]).toBe(sent[1]?.[2])
    expect(await readdir(copies)).toEqual([])

    const left = readFilesInThread([archive])
    await left.next()
    expect(await readdir(copies)).toHaveLength(1)
    await left.return(undefined)
    expect(await readdir(copies)).toEqual([])
    vi.unstubAllEnvs()
  })

  test("an unknown sport is read as another sport", async () => {
    const unknown = { ...run, sport: 201 as never, subSport: 200 as never }
    const [first] = activities(await read("new.fit", encodeFit({ sessions: [unknown] })))
    expect(first).toMatchObject({ sports: [], indoor: false })
    const [second] = activities(
      await read("newer.fit", encodeFit({ sessions: [{ ...run, subSport: 200 as never }] })),
    )
    expect(second).toMatchObject({ sports: ["running"] })
  })
})

/** Steps to the north, one per second, of the given number of meters. */
function steps(count: number, meters = 3): number[] {
  return Array.from({ length: count }, () => meters)
}

// An optional collection of recordings next to the checkout; it is not part of the project.
const real = join(import.meta.dirname, "../../../../shared/activities")
if (existsSync(join(real, "expected.json")))
  describe("real recordings", () => {
    const expected: Record<string, string | Record<string, unknown>[]> = JSON.parse(
      readFileSync(join(real, "expected.json"), "utf8"),
    )
    test.each(Object.entries(expected))("%s", async (name, values) => {
      const outcomes: FileOutcome[] = []
      for await (const outcome of readFiles([join(real, name)])) outcomes.push(outcome)
      if (typeof values === "string") {
        expect(outcomes).toMatchObject([{ ok: false }])
        return
      }
      expect(
        activities(outcomes).map((a) => ({
          sport: a.sports.at(-1),
          distance_m: a.distanceM,
          timer_s: a.movingS,
          start: a.startedAt.toISOString().replace(".000", ""),
        })),
      ).toEqual(values)
    })

    test("every other file that yields nothing is refused with a reason", async () => {
      const outcomes: FileOutcome[] = []
      for await (const outcome of readFiles([real])) outcomes.push(outcome)
      const said = Object.fromEntries(outcomes.map((o) => [o.name, o.ok ? o.activities.length : o.reason]))
      expect(said).toMatchObject({
        "activity-unexpected-eof.fit": expect.stringMatching(/^cut off after 768 bytes/),
        "Settings.fit": "a settings file, not an activity",
        "cerknicko-without-times.gpx": "no times in this track, so it cannot be scored",
        "cerknicko-jezero.gpx": 7,
        "gpx_test.zip/fichier.doc": "not a FIT, GPX or TCX file",
        "gpx_test.zip/test_1.gpx": 1,
        "gpx_test_incorrect.zip/test_1.gpx": 1,
        "gpx_test_incorrect.zip/test_4.gpx": "no track in it",
        "mapmyride_biking.tcx": 1,
        "sup_activity_1.tcx": 1,
        "track-with-empty-segment.gpx": 1,
        "unicode_with_bom.gpx": "no track in it",
      })
    })
  })
