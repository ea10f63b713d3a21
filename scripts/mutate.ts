/**
 * `npm run mutate`: changes the rules one at a time (a comparison flipped, a guard dropped, true turned to false)
 * and runs the tests that reach each change; a change that no test notices survives and is printed. Exits 1 when
 * something survives, or when nothing was changed.
 *
 * - `npm run mutate`: all of the folders below; hours.
 * - `npm run mutate -- domain/shop primitives/zones.ts`: these folders and files.
 * - `npm run mutate -- domain/shop/books.ts:7-9 domain/shop/books.ts:20`: these lines.
 * - `npm run mutate -- --changed main`: the lines changed since a commit (default HEAD), at most 150 of them.
 * - `npm run mutate -- --lines 60 --seed 7`: so many lines of each folder, drawn evenly.
 * - `npm run mutate -- --quick domain/competition/scoring`: by the tests alone that use no database.
 * - `npm run mutate -- sql`: drops each trigger, function and policy instead (`mutate/sql.ts`).
 */
import { parseArgs } from "node:util"
import { changedLines } from "./mutate/changed.ts"
import { drawLines } from "./mutate/draw.ts"
import { foldersOf, linesAsked, linesOf, placesAsked } from "./mutate/folders.ts"
import { reportInWords, type Tally, tallyOf } from "./mutate/report.ts"
import { runFolder } from "./mutate/run.ts"
import { mutateSql } from "./mutate/sql.ts"

/** As many changed lines, over all folders, as take five minutes on two cores. */
const mostChanged = 150
/** No folder is begun after this when only changed lines are asked for. */
const mostChangedMs = 200_000

const print = (line: string) => void process.stdout.write(`${line}\n`)
const { values, positionals } = parseArgs({
  // npm takes the first "--" away; without npm it would turn every option after it into a path.
  args: process.argv.slice(2).filter((word) => word !== "--"),
  allowPositionals: true,
  options: {
    changed: { type: "string" },
    lines: { type: "string" },
    seed: { type: "string", default: "1" },
    quick: { type: "boolean", default: false },
  },
})

process.exitCode = positionals[0] === "sql" ? await mutateSql(positionals.slice(1), print) : await run()

async function run(): Promise<number> {
  const wanted = values.lines === undefined ? undefined : Number(values.lines)
  const seed = Number(values.seed)
  if ((wanted !== undefined && !(Number.isInteger(wanted) && wanted > 0)) || !Number.isInteger(seed)) {
    print("--lines and --seed are whole numbers, such as --lines 60 --seed 7.")
    return 2
  }
  const folders = foldersOf(positionals.map((word) => linesAsked(word).path))
  const ours = new Set(folders.flatMap(({ sources }) => sources))
  const changed =
    values.changed === undefined
      ? undefined
      : drawLines(
          changedLines(values.changed).filter(({ file }) => ours.has(file)),
          mostChanged,
          seed,
        )
  const started = performance.now()
  const tallies: Tally[] = []
  for (const { folder, sources } of folders) {
    let places = changed
      ? changed.filter(({ file }) => sources.includes(file))
      : placesAsked(sources, positionals)
    if (!changed && wanted !== undefined) places = drawLines(places, wanted, seed)
    if (places.length === 0) continue
    if (changed && performance.now() - started > mostChangedMs) {
      print(`\n== ${folder.path}: left out, because the time is over; run it by itself`)
      continue
    }
    print(`\n== ${folder.path}`)
    const changes = await runFolder(folder, places, { quick: values.quick }, print)
    tallies.push(...tallyOf(folder.path, changes, (file) => linesOf(file).join("\n")))
  }
  for (const line of reportInWords(tallies)) print(line)
  const survived = tallies.some(({ survivors }) => survivors.length > 0)
  if (tallies.length === 0 && changed === undefined) return 1
  return survived ? 1 : 0
}
