import { countOf } from "#content/amounts.ts"
/**
 * `npm run recompute [-- --repair]`: recalculates all results from the activities; a healthy database shows no
 * difference.
 */

import { maintainBoards } from "#domain/competition/maintain.ts"
import { recompute } from "#domain/competition/recompute.ts"
import { noteInShell } from "./note-in-shell.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run recompute -- [--repair]

Reviews and scores every activity again and compares the results with the boards. Exit code 1 when
anything differs. It sees one moment; new activities go on meanwhile.

  --repair   corrects the differences; new activities wait while it runs
`

const [option, ...more] = process.argv.slice(2)
if ((option !== undefined && option !== "--repair") || more.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  const repair = option === "--repair"
  process.exitCode = await withWorld("recompute", async (world) => {
    await maintainBoards(world)
    if (repair) await noteInShell(world.db, "competition.repair", { kind: "competition", id: "results" })
    const { athletes, activities, verdicts, days, standings } = await recompute(world, { repair })
    process.stdout.write(
      `${countOf(athletes, "athlete")}, ${countOf(activities, "activity", "activities")}: ${verdicts} verdicts, ${days} days and ${standings} standings differ` +
        `${repair && verdicts + days + standings > 0 ? "ed and were corrected" : ""}.\n`,
    )
    return repair || verdicts + days + standings === 0 ? 0 : 1
  })
}
