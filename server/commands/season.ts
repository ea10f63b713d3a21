/**
 * `npm run season -- list|close|disqualify|reinstate|ship`: an operator's actions on seasons, winners and
 * prizes.
 */
import { userInfo } from "node:os"
import { parseArgs } from "node:util"
import { countOf } from "#content/amounts.ts"
import { reasons } from "#content/competitions.ts"
import { maintainBoards } from "#domain/competition/boards/maintain.ts"
import type { Closed } from "#domain/competition/seasons/close.ts"
import { listPrizes } from "#domain/competition/seasons/prizes.ts"
import { listSeasons, statusOf } from "#domain/competition/seasons/season.ts"
import type { Settled } from "#domain/competition/seasons/settle.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import { closeSeason, disqualifyAthlete, reinstateAthlete, shipPrize } from "#domain/operator/seasons.ts"
import type { World } from "#domain/world.ts"
import { withWorld } from "./with-world.ts"

const usage = `Usage: npm run season -- <command> [--dry-run]

  list                                       every season, and the open prizes
  close <season> [--early]                   freezes the results or, once the winners have been checked, awards the prizes
                                             and notifies the winners. Both happen automatically; this repeats it or, with
                                             --early, closes the season before the grace period is over
  disqualify <season> <athlete> <reason>     excludes an athlete; prizes that are not shipped move up, and everybody
                                             whose prize changes is notified
  reinstate <season> <athlete>               undoes a disqualification
  ship <prize> [tracking]                    marks a claimed (and paid) prize as shipped and notifies the winner

  <season> and <athlete> are the names in URLs, <prize> is a number from the list.
  --dry-run shows what would happen without changing anything or sending email.
`

const sentences: Record<string, string> = {
  unknown_season: "There is no such season.",
  too_early: "Late activities still count until the end of the grace period; --early closes it now.",
  unknown_athlete: "There is no such athlete.",
  unknown_prize: "There is no such prize.",
  not_disqualified: "The athlete is not disqualified in this season.",
  not_claimed: "The winner has not entered a shipping address yet.",
  shipping_not_paid: "The winner has not paid for shipping yet.",
}

async function list(world: World): Promise<number> {
  const now = world.now()
  for (const season of await listSeasons(world.db)) {
    say(`${season.slug.padEnd(26)} ${season.from} to ${season.to}  ${statusOf(season, now)}`)
  }
  const prizes = await listPrizes(world)
  if (prizes.length > 0) say("\nPrizes")
  for (const { id, season, place, athlete, status, title, shippingPaid, address } of prizes) {
    const waits = status === "claimed" ? (shippingPaid ? "ready to ship" : "shipping not paid") : status
    say(
      `${String(id).padStart(4)}  ${season.padEnd(26)} place ${place}  ${athlete ?? "(erased)"}  ${waits}: ${title}`,
    )
    if (status === "claimed" && address) say(`      ${Object.values(address).filter(Boolean).join(", ")}`)
  }
  return 0
}

function report(closed: Closed, dryRun: boolean): void {
  say(`${closed.season}: ${countOf(closed.results, "result")}.`)
  say(`Undisputed places are awarded from ${closed.awardsFrom.toISOString()}.`)
  reportPrizes(closed, dryRun)
}

function reportPrizes({ winners, passedOver, open }: Settled, dryRun: boolean): void {
  const verb = dryRun ? "would be awarded or moved" : "awarded or moved"
  say(`${countOf(winners.length, "prize")} ${verb}.`)
  for (const { place, athlete, title } of winners) say(`  place ${place}: ${athlete}, ${title}`)
  for (const place of open)
    say(`  place ${place}: open, until the doubtful days of its athlete have been looked at`)
  for (const { rank, athlete, why } of passedOver) say(`  passed over: ${athlete} (rank ${rank}), ${why}`)
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function refuse(code: string): number {
  process.stderr.write(`${sentences[code] ?? reasons[code as keyof typeof reasons] ?? code}\n`)
  return 1
}

async function run(world: World, command: string, args: readonly string[], dryRun: boolean, early: boolean) {
  const [first = "", second = "", ...words] = args
  if (command === "list") return list(world)
  const operator = shellOperator(userInfo().username, world.now())
  if (command === "close") {
    const done = await closeSeason(world, operator, { season: first, early, dryRun })
    if (!done.ok) return refuse(done.code)
    report(done.closed, dryRun)
    return 0
  }
  if (command === "disqualify") {
    const done = await disqualifyAthlete(world, operator, {
      season: first,
      athlete: second,
      reason: words.join(" "),
      dryRun,
    })
    if (!done.ok) return refuse(done.code)
    say(`${second} ${dryRun ? "would be" : "is"} disqualified from ${first}.`)
    if (done.settled) reportPrizes(done.settled, dryRun)
    return 0
  }
  if (command === "reinstate") {
    const done = await reinstateAthlete(world, operator, { season: first, athlete: second, dryRun })
    if (!done.ok) return refuse(done.code)
    say(`${second} ${dryRun ? "would be" : "is"} reinstated in ${first}.`)
    if (done.settled) reportPrizes(done.settled, dryRun)
    return 0
  }
  const done = await shipPrize(world, operator, { prizeId: Number(first), tracking: second || null, dryRun })
  if (!done.ok) return refuse(done.code)
  say(`The prize of ${done.athlete} ${dryRun ? "would be" : "is"} marked as shipped.`)
  return 0
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { "dry-run": { type: "boolean" }, early: { type: "boolean" } },
})
const [command = "", ...args] = positionals
const needed: Record<string, number> = { list: 0, close: 1, disqualify: 3, reinstate: 2, ship: 1 }
const unknown = Object.keys(values).filter((name) => name !== "dry-run" && name !== "early")
if (!(command in needed) || args.length < (needed[command] ?? 0) || unknown.length > 0) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  const dryRun = values["dry-run"] === true
  process.exitCode = await withWorld("season", async (world) => {
    await maintainBoards(world)
    const code = await run(world, command, args, dryRun, values.early === true)
    if (dryRun && code === 0) say("Nothing was changed.")
    return code
  })
}
