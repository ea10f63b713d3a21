import type { RecordedActivity } from "#ports/recorded.ts"
import { steepest } from "./climb.ts"
import { fingerprintOf, locate } from "./fingerprint.ts"
import { detailScore } from "./fit.ts"
import { Refusal } from "./refusal.ts"
import { addSegment, Track, type TrackPoint } from "./track.ts"
import { child, children, number, readXml, text, type XmlNode } from "./xml.ts"

/** The activities of a GPX file, one per track (GPX 1.1, https://www.topografix.com/GPX/1/1/). Throws a Refusal. */
export async function readGpx(chunks: AsyncIterable<Uint8Array>): Promise<RecordedActivity[]> {
  const { rest, runs } = await readXml(chunks, "trkpt", toPoint)
  const gpx = child(rest, "gpx")
  if (!gpx) throw new Refusal("not a GPX file, although its name says so")
  const tracks = children(gpx, "trk")
  if (tracks.length === 0) {
    const route = children(gpx, "rte").length > 0
    throw new Refusal(route ? "a planned route, not an activity" : "no track in it")
  }
  const activities = tracks.flatMap((trk) => {
    const activity = fromTrack(trk, runs, text(child(gpx, "metadata"), "name"))
    // A program's or a device's name; GPX has no serial numbers.
    return activity ? [{ ...activity, recorder: { model: text(gpx, "@creator") || null, serial: null } }] : []
  })
  if (activities.length > 0) return activities
  throw new Refusal(
    runs.length === 0 ? "no points in its track" : "no times in this track, so it cannot be scored",
  )
}

function fromTrack(
  trk: XmlNode,
  runs: readonly TrackPoint[][],
  fileName: string | undefined,
): RecordedActivity | undefined {
  const track = new Track()
  for (const segment of children(trk, "trkseg")) addSegment(track, segment, runs)
  const totals = track.totals()
  if (!totals) return undefined
  const { trackS, trackM } = locate(track)
  return {
    externalId: "",
    sports: [text(trk, "type"), text(trk, "name")].filter((name) => name !== undefined),
    name: text(trk, "name") ?? fileName ?? null,
    utcOffsetS: null,
    ...totals,
    // The totals come from the track itself, so only stops can make them smaller than the values covered by its
    // positions.
    trackS: Math.max(trackS, trackS >= totals.movingS * 0.9 ? totals.movingS : 0),
    trackM,
    ...steepest(track),
    fingerprint: fingerprintOf(track, { virtual: /virtual/i.test(text(trk, "type") ?? "") }),
    indoor: track.located === 0,
    virtual: /virtual/i.test(text(trk, "type") ?? ""),
    detail: detailScore(track.length, track.located, track.hearts, false),
  }
}

function toPoint(node: XmlNode): TrackPoint {
  const extension = child(child(node, "extensions"), "TrackPointExtension")
  return {
    time: Date.parse(text(node, "time") ?? ""),
    lat: number(node, "@lat"),
    lon: number(node, "@lon"),
    distance: Number.NaN,
    elevation: number(node, "ele"),
    heart: number(extension, "hr") || number(child(node, "extensions"), "hr") || Number.NaN,
  }
}
