/** `npm run recompute [-- --repair]`: everything once more from the activities alone; a healthy database shows no difference. */

import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import { recompute } from "#domain/competition/scoring/recompute.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run recompute -- [--repair]

Judges and scores every activity again and compares it with what the boards show. Exit code 1 when
something differs. New activities wait while it runs.

  --repair   puts right what differs
`

const [option, ...more] = process.argv.slice(2)
if ((option !== undefined && option !== "--repair") || more.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  const repair = option === "--repair"
  process.exitCode = await withWorld("recompute", async (world) => {
    await maintainBoards(world)
    const { athletes, activities, verdicts, days, standings } = await recompute(world, { repair })
    process.stdout.write(
      `${athletes} athletes, ${activities} activities: ${verdicts} verdicts, ${days} days and ${standings} standings differ` +
        `${repair && verdicts + days + standings > 0 ? "ed and are put right" : ""}.\n`,
    )
    return repair || verdicts + days + standings === 0 ? 0 : 1
  })
}
