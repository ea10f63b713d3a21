/**
 * `npm run review -- list|count|decline|reset`: lists unusual activities and records an operator's decision
 * on them.
 */
import { parseArgs } from "node:util"
import { reasons } from "#content/competitions.ts"
import { listReviews, type Reviewed, review } from "#domain/competition/scoring/review.ts"
import type { World } from "#domain/world.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run review -- <command>

  list            activities waiting for review, oldest first
  count <id>      counts the activity, whatever the rules say
  decline <id>    excludes the activity; its owner sees that somebody reviewed it
  reset <id>      withdraws the decision, so that the rules apply again
`

const decisions = { count: "count", decline: "decline", reset: null } as const

function isDecision(command: string): command is keyof typeof decisions {
  return Object.hasOwn(decisions, command)
}

function line({
  id,
  athlete,
  sport,
  startedAt,
  movingS,
  distanceM,
  fiveMinutesKmh,
  ...rest
}: Reviewed): string {
  const speed = movingS > 0 ? `${((distanceM / movingS) * 3.6).toFixed(1)} km/h` : "no time"
  const best = fiveMinutesKmh === null ? "" : `, best five minutes ${fiveMinutesKmh.toFixed(1)} km/h`
  return (
    `${String(id).padStart(6)}  ${athlete}  ${sport}  ${startedAt.toISOString().slice(0, 16)}Z  ` +
    `${Math.round(movingS / 60)} min, ${(distanceM / 1000).toFixed(1)} km, ${speed}${best}\n` +
    `        ${rest.source}, ${rest.status}: ${reasons[rest.reason]}\n`
  )
}

async function list(world: World): Promise<number> {
  const waiting = await listReviews(world)
  process.stdout.write(waiting.map(line).join("") || "No activity is waiting for review.\n")
  return 0
}

async function decide(world: World, id: number, decision: "count" | "decline" | null): Promise<number> {
  const decided = await review(world, id, decision)
  process.stdout.write(decided.ok ? line(decided.activity) : "There is no such activity.\n")
  return decided.ok ? 0 : 1
}

const { positionals } = parseArgs({ allowPositionals: true, options: {} })
const [command = "", id = "", ...more] = positionals
if (command === "list" && id === "") process.exitCode = await withWorld("review", list)
else if (isDecision(command) && /^\d{1,15}$/.test(id) && more.length === 0) {
  process.exitCode = await withWorld("review", (world) => decide(world, Number(id), decisions[command]))
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}
