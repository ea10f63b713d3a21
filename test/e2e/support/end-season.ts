/**
 * `node end-season.ts <step>`: the jobs of a server at the end of a season, for a server whose clock is set by a test.
 *
 *   late     boards are brought up to date after midnight
 *   freeze   the grace period is over, and the results are frozen
 *   award    the winners have been checked, every day was confirmed, and the prizes are awarded
 */
import { maintainBoards } from "#domain/competition/maintain.ts"
import { closeDue } from "#domain/competition/seasons/close.ts"
import { listSeasons } from "#domain/competition/seasons/season.ts"
import { withWorld } from "#server/commands/with-world.ts"
import { findAllRight } from "#test/support/seasons.ts"

const [step] = process.argv.slice(2)

process.exitCode = await withWorld("seed", async (world) => {
  await maintainBoards(world)
  if (step === "late") return 0
  await closeDue(world)
  if (step === "freeze") return 0
  for (const { slug, closedAt } of await listSeasons(world.db)) if (closedAt) await findAllRight(world, slug)
  await closeDue(world)
  return 0
})
