/**
 * `npm run rehearse`: plays one two-week season with invented members on a database of its own, and takes pictures of its pages at
 * each moment that matters, on a phone and on a desktop, in light and dark. `-- --members 60` says how many take part;
 * `--pictures <folder>` where the pictures go. Nothing of an existing site is read or changed.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { parseArgs } from "node:util"
import { firstSeries } from "#content/competitions.ts"
import { competitionDay, seasonOf } from "#domain/competition/calendar/period.ts"
import { callersFolder } from "#server/process/process-env.ts"
import { openCamera } from "./rehearse/camera.ts"
import { momentsOf } from "./rehearse/moments.ts"
import { openStage } from "./rehearse/stage.ts"

const mostMembers = 2_000
const { members, pictures } = readArguments()

function readArguments(): { members: number; pictures: string } {
  const usage = "Usage: npm run rehearse -- [--members 60] [--pictures <folder>]\n"
  try {
    const { values } = parseArgs({
      options: {
        members: { type: "string", default: "60" },
        pictures: { type: "string", default: "rehearsal" },
      },
    })
    const members = Number(values.members)
    if (!Number.isInteger(members) || members < 1 || members > mostMembers)
      throw new Error(`--members is a whole number from 1 to ${mostMembers}.`)
    return { members, pictures: resolve(callersFolder(), values.pictures) }
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage}`)
    process.exit(2)
  }
}

const [race] = firstSeries as unknown as [(typeof firstSeries)[0]]
// The next season: all of it lies in the future, so a clock that only moves forward reaches every moment of it.
const running = seasonOf(race, competitionDay(new Date()))
const season = seasonOf(race, competitionDay(new Date(running.closesAt.getTime() + 3_600_000)))

const folder = await mkdtemp(join(tmpdir(), "b4m-rehearsal-"))
await mkdir(pictures, { recursive: true })
const moments = momentsOf(season)
const stage = await openStage(folder, moments[0]?.at ?? season.opensAt)
try {
  const camera = await openCamera({ url: stage.url, folder: pictures, now: stage.now })
  try {
    const cast = await stage.cast(members)
    for (const moment of moments) {
      await stage.reach(moment)
      const taken = await camera.take(moment.name, cast)
      process.stdout.write(`${moment.name}, ${moment.at.toISOString().slice(0, 16)}Z: ${taken} pictures\n`)
    }
  } finally {
    await camera.close()
  }
} finally {
  await stage.close()
  await rm(folder, { recursive: true, force: true })
}
process.stdout.write(`The pictures are in ${pictures}.\n`)
