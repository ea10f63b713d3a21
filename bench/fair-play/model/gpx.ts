import type { Recording } from "./recording.ts"

/** Names of GPX files for the sports of the FIT profile. */
const names: Record<number, string> = {
  1: "running",
  2: "cycling",
  5: "swimming",
  11: "walking",
  17: "hiking",
}

/** The recording as a GPX 1.1 file. It names neither the time zone nor the recorder. */
export function toGpx({ sport, startedAt, points }: Recording): string {
  const rows = points
    .filter(({ lat }) => !Number.isNaN(lat))
    .map(({ at, lat, lon, heart, altitude }) => {
      const time = new Date(startedAt.getTime() + at * 1000).toISOString()
      const beats = Number.isNaN(heart)
        ? ""
        : `<extensions><gpxtpx:TrackPointExtension><gpxtpx:hr>${heart}</gpxtpx:hr></gpxtpx:TrackPointExtension></extensions>`
      const height = Number.isNaN(altitude) ? "" : `<ele>${altitude.toFixed(1)}</ele>`
      return `<trkpt lat="${lat.toFixed(7)}" lon="${lon.toFixed(7)}">${height}<time>${time}</time>${beats}</trkpt>`
    })
  return `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="model" xmlns="http://www.topografix.com/GPX/1/1" xmlns:gpxtpx="http://www.garmin.com/xmlschemas/TrackPointExtension/v1">
<trk><name>Training</name><type>${names[sport[0]] ?? "other"}</type><trkseg>
${rows.join("\n")}
</trkseg></trk></gpx>`
}
