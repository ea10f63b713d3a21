/** `node seed-reviews.ts <count>`: sample athletes, each with one recorded run that is too fast not to be looked at. */
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { beginImport, importFiles } from "#domain/competition/intake/import.ts"
import { withWorld } from "#server/commands/with-world.ts"

/** Forty minutes at 22 km/h, each along another way, with a heart rate. */
function recording(seed: number, start: Date): string {
  const points: string[] = []
  let [lat, lon] = [39.7 + (seed % 40) * 0.05, -105 + seed * 0.03]
  for (let s = 0; s <= 2400; s += 5) {
    const meters = 5 * (6.1 + Math.sin(s / (90 + seed * 7) + seed) * 0.8)
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

process.exitCode = await withWorld("seed", async (world) => {
  await maintainBoards(world)
  for (let n = 0; n < Number(process.argv[2]); n++) {
    const [athlete] = await world.db.sql<{ id: number }>`
      insert into athletes (slug, display_name, search_name, visibility, time_zone, consent_text, consent_at, joined_at)
      values (
        ${`sample-${n}`}, ${`Sample ${n}`}, ${`sample ${n}`}, 'public', 'America/Denver', 'I agree.', ${world.now()},
        '2020-01-01'
      )
      returning id::float8 as id`
    const athleteId = athlete?.id ?? 0
    const start = new Date(world.now().getTime() - (n + 3) * 3_600_000)
    async function* bytes() {
      yield Buffer.from(recording(n, start))
    }
    const files = world.sources.files.readReceived([{ name: `run-${n}.gpx`, bytes: bytes() }])
    await importFiles(world, { importId: await beginImport(world, athleteId), athleteId, files })
  }
  return 0
})
