/**
 * `node end-season.ts <step>`: the jobs of a server at the end of a season, for a server whose clock is set by a test.
 *
 *   train    eight athletes come if they have not yet, and have just run for forty minutes and more
 *   late     boards are brought up to date after midnight
 *   freeze   the grace period is over, and the results are frozen
 *   award    the winners have been checked, every day was confirmed, and the prizes are awarded
 */
import { maintainBoards } from "#domain/competition/maintain.ts"
import { onActivity } from "#domain/competition/pipeline.ts"
import { closeDue } from "#domain/competition/seasons/close.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import type { World } from "#domain/world.ts"
import { withWorld } from "#server/commands/with-world.ts"
import { addAthlete, sentRun } from "#test/support/competition.ts"
import { findAllRight } from "#test/support/seasons.ts"

const [step] = process.argv.slice(2)

process.exitCode = await withWorld("seed", async (world) => {
  await maintainBoards(world)
  if (step === "train") await train(world)
  if (step === "late" || step === "train") return 0
  await closeDue(world)
  if (step === "freeze") return 0
  for (const { slug, closedAt } of await listSeasons(world.db)) if (closedAt) await findAllRight(world, slug)
  await closeDue(world)
  return 0
})

async function train(world: World): Promise<void> {
  const startedAt = new Date(world.now().getTime() - 2 * 3_600_000)
  for (let nr = 0; nr < 8; nr++) {
    const name = `Teammate ${nr}`
    const [known] = await world.db.sql<{ id: number }>`
      select id::float8 as id from athletes where display_name = ${name}`
    const movingS = 2400 + nr * 60
    const run = sentRun({ startedAt, movingS, elapsedS: movingS, distanceM: movingS * 2.5 })
    await onActivity(world, known?.id ?? (await addAthlete(world, { name })), run)
  }
}
