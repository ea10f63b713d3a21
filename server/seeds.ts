import { site } from "#content/site.ts"
import { keepDemo } from "#domain/competition/intake/demo.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import { keepTimeZone } from "#domain/competition/series/keep-time-zone.ts"
import type { World } from "#domain/world.ts"
import { SettingError } from "./process/env.ts"

/** Sample content for a new database. */
interface Seed {
  name: string
  /** Runs at every start, in every process, after the migrations, so it must do nothing if the content exists. */
  plant(world: World): Promise<void>
}

/** In order; a later seed may depend on an earlier one. Add yours at the end. */
const seeds: readonly Seed[] = [
  {
    name: "time zone",
    async plant(world) {
      const season = await keepTimeZone(world)
      if (season === null) return
      throw new SettingError(
        `SITE_TIME_ZONE must stay what it was, because members take part in the season ${season}, which begins and ends at midnight there (it is ${site.timeZone} now)`,
      )
    },
  },
  {
    name: "sample athletes",
    async plant(world) {
      await maintainBoards(world)
      await keepDemo(world)
    },
  },
]

/** Runs every seed. */
export async function plantSeeds(world: World): Promise<void> {
  for (const seed of seeds) {
    await seed.plant(world)
    world.log.debug({ seed: seed.name }, "Seed planted")
  }
}
