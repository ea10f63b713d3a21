/**
 * `npm run review -- list|file|count|decline|reset`: lists unusual activities, hands out their original files and
 * records an operator's decision on them.
 */
import { createWriteStream } from "node:fs"
import { userInfo } from "node:os"
import { resolve } from "node:path"
import { pipeline } from "node:stream/promises"
import { reasons } from "#content/competitions.ts"
import {
  listReviews,
  listSuspicions,
  type Reviewed,
  readReviewed,
} from "#domain/competition/scoring/review.ts"
import { decideReview } from "#domain/operator/review/decide.ts"
import { readRecording } from "#domain/operator/review/recording.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import type { World } from "#domain/world.ts"
import { callersFolder } from "../env.ts"
import { readArguments } from "./arguments.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run review -- <command>

  list            activities waiting for review, oldest first, each with every reason to look at it;
                  then counted ones of the leaders that show such a sign
  file <id> <path>
                  writes the original file of the activity to a new file
  count <id>      counts the activity, whatever the rules say
  decline <id> [reason]
                  excludes the activity; its owner gets the reason by email and can object to it once
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
    `        ${rest.source}, ${rest.status}: ${reasons[rest.reason]}\n` +
    rest.signs.map((sign) => `        look: ${sign}\n`).join("") +
    `        ${originals[rest.original].replace("<id>", String(id))}\n`
  )
}

const originals = {
  kept: "original file kept: npm run review -- file <id> <path>",
  none: "no original file is kept",
  forbidden: "no original file: the terms of its source do not allow keeping one",
}

async function list(world: World): Promise<number> {
  const waiting = await listReviews(world)
  process.stdout.write(waiting.map(line).join("") || "No activity is waiting for review.\n")
  const suspicions = await listSuspicions(world)
  if (suspicions.length > 0)
    process.stdout.write(`\nCounted, and worth a look:\n${suspicions.map(line).join("")}`)
  return 0
}

const noFile: Record<string, string> = {
  unknown_activity: "There is no such activity.",
  not_kept: "No original file of this activity is kept.",
  unavailable: "The file is not in the storage of this server.",
}

async function writeFile(world: World, id: number, path: string): Promise<number> {
  const found = await readRecording(world, operatorOf(world), id)
  if (!found.ok) {
    process.stdout.write(`${noFile[found.code] ?? found.code}\n`)
    return 1
  }
  const { name, size, body } = found.original
  await pipeline(body, createWriteStream(path, { flags: "wx", mode: 0o600 }))
  process.stdout.write(`${name}, ${size} bytes, written to ${path}\n`)
  return 0
}

const refusals: Record<string, string> = {
  unknown_activity: "There is no such activity.",
  unchanged: "That is already the decision.",
  claimed: "Another operator is looking at it right now.",
}

async function decide(world: World, id: number, decision: "count" | "decline" | null, reason: string) {
  const decided = await decideReview(world, operatorOf(world), { id, decision, reason: reason || null })
  const now = await readReviewed(world, id)
  process.stdout.write(
    decided.ok && now ? line(now) : `${decided.ok ? "" : (refusals[decided.code] ?? decided.code)}\n`,
  )
  return decided.ok ? 0 : 1
}

function operatorOf(world: World) {
  return shellOperator(userInfo().username, world.now())
}

const { positionals } = readArguments(usage, {})
const [command = "", id = "", ...more] = positionals
if (command === "list" && id === "") process.exitCode = await withWorld("review", list)
else if (command === "file" && /^\d{1,15}$/.test(id) && more.length === 1 && more[0]) {
  const path = resolve(callersFolder(), more[0])
  process.exitCode = await withWorld("review", (world) => writeFile(world, Number(id), path))
} else if (isDecision(command) && /^\d{1,15}$/.test(id) && (more.length === 0 || command === "decline")) {
  process.exitCode = await withWorld("review", (world) =>
    decide(world, Number(id), decisions[command], more.join(" ")),
  )
} else {
  process.stderr.write(usage)
  process.exitCode = 2
}
