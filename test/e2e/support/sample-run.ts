/**
 * Forty minutes at 22 km/h as a GPX file: so fast that it needs a review, unless they are run at another pace, in meters per
 * second. Each seed takes a different route, with a heart rate.
 */
export function sampleRun(seed: number, start: Date, pace = 6.1): string {
  const points: string[] = []
  let [lat, lon] = [39.7 + (seed % 40) * 0.05, -105 + seed * 0.03]
  for (let s = 0; s <= 2400; s += 5) {
    const meters = 5 * (pace + Math.sin(s / (90 + seed * 7) + seed) * 0.8)
    const heading = s / 380 + Math.sin(s / (60 + seed * 11)) * 0.8
    lat += (meters * Math.cos(heading)) / 111_195
    lon += (meters * Math.sin(heading)) / (111_195 * Math.cos((lat * Math.PI) / 180))
    const heart = Math.round(145 + Math.sin(s / (70 + seed * 13)) * 20)
    points.push(
      `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><time>${new Date(start.getTime() + s * 1000).toISOString()}</time><extensions><hr>${heart}</hr></extensions></trkpt>`,
    )
  }
  return `<gpx version="1.1"><trk><name>Run ${seed}</name><type>running</type><trkseg>${points.join("")}</trkseg></trk></gpx>`
}
