import { keepDemo } from "#domain/competition/intake/demo.ts"
import { maintainBoards } from "#domain/competition/maintain.ts"
import type { World } from "#domain/world.ts"

/** Sample content for a new database. */
interface Seed {
  name: string
  /** Runs at every start, in every process, after the migrations, so it must do nothing if the content exists. */
  plant(world: World): Promise<void>
}

/** In order; a later seed may depend on an earlier one. Add yours at the end. */
const seeds: readonly Seed[] = [
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
