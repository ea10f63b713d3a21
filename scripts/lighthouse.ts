/**
 * `npm run lighthouse`: measures every public page as on a phone on a slow network, using a production build
 * served by this project's server, with a bare page in between, and writes docs/lighthouse.md. A page's speed
 * is compared with the bare page's, because both depend on the machine, and so is the time of the processor alone, which another
 * program slows down little. `-- /events /shop` measures only these pages and writes nothing; `--runs 1` measures each once. A page that misses a target is measured once
 * more at the end, because a machine that is busy for a minute makes pages slow; this starts when the bare
 * page shows that the machine is quiet, or after ten minutes. The second round counts, and both are reported.
 * A page that cannot be measured is reported and does not stop the others. Exits 1 when a target is missed or
 * a page could not be measured, 2 for an unknown page.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { parseArgs } from "node:util"
import { paths } from "../test/e2e/support/paths.ts"
import { root } from "../test/e2e/support/program.ts"
import { startBarePage } from "./lighthouse/bare.ts"
import { startChromium } from "./lighthouse/chromium.ts"
import { type Measured, measurePage } from "./lighthouse/measure.ts"
import {
  barePath,
  missedTargets,
  pageLine,
  reportFile,
  shortcomings,
  type Unmeasured,
} from "./lighthouse/report.ts"
import { startSite } from "./lighthouse/site.ts"

/** Odd, so that there is a middle value. */
const usualRuns = 3

/** The bare page is measured before the first page, after this many pages each, and after the last. */
const pagesBetween = 10

/** A bare page blocked for longer than this indicates a busy machine; on a quiet one it is 0 to 40 ms. */
const quietMs = 50
const patienceMs = 10 * 60_000
const pauseMs = 20_000

const { values, positionals } = readArguments()
const unknown = positionals.filter((path) => !paths.includes(path))
const runs = Number(values.runs)
const print = (line: string) => void process.stdout.write(`${line}\n`)

if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  print(
    unknown.length > 0
      ? `${unknown.join(", ")}: not a public page. The pages are: ${paths.join(" ")}`
      : "--runs must be a whole number, such as --runs 3.",
  )
  process.exitCode = 2
} else {
  process.exitCode = await measure(positionals.length > 0 ? positionals : paths)
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { runs: { type: "string", default: String(usualRuns) } },
    })
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`)
    process.exit(2)
  }
}

async function measure(wanted: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-lighthouse-"))
  const site = await startSite(folder)
  const bare = await startBarePage()
  let browser = await startChromium(join(folder, "browser"))
  const measured: Measured[] = []
  const baseline: Measured[] = []
  const unmeasured: Unmeasured[] = []
  const look = async (url: string, path: string, into: Measured[]) => {
    try {
      const page = await measurePage({ url, path, runs, port: browser.port })
      const first = into === measured ? into.findIndex((one) => one.path === path) : -1
      const before = into[first]
      if (before) into[first] = { ...page, before }
      else into.push(page)
      print(pageLine(page))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      unmeasured.push({ path, reason })
      print(`${path} could not be measured: ${reason}`)
      // The browser itself may have failed.
      await browser.close()
      browser = await startChromium(join(folder, `browser-${unmeasured.length}`))
    }
  }
  try {
    for (const [index, path] of wanted.entries()) {
      if (index % pagesBetween === 0) await look(bare.url, barePath, baseline)
      await look(site.url + path, path, measured)
    }
    await look(bare.url, barePath, baseline)
    const again = measured.filter((page) => missedTargets(page, baseline).length > 0).map(({ path }) => path)
    if (again.length > 0) {
      print(
        `Once more, ${again.length} ${again.length === 1 ? "page that misses" : "pages that miss"} a target:`,
      )
      const until = Date.now() + patienceMs
      for (const path of again) {
        await quiet(() => look(bare.url, barePath, baseline), baseline, until)
        await look(site.url + path, path, measured)
      }
      await look(bare.url, barePath, baseline)
    }
  } finally {
    await browser.close()
    await bare.stop()
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const result = { pages: measured, baseline, unmeasured: unmeasured.filter(({ path }) => path !== barePath) }
  if (wanted === paths) {
    const facts = { runs, browser: browser.version, on: new Date().toISOString().slice(0, 10) }
    await writeFile(join(root, "docs/lighthouse.md"), reportFile(result, facts))
    print("Written to docs/lighthouse.md.")
  }
  const missed = shortcomings(result)
  for (const line of missed) print(line)
  print(missed.length === 0 ? `Met on ${measured.length} pages.` : `MISSED: ${missed.length} times.`)
  return missed.length === 0 ? 0 : 1
}

/** Measures the bare page until it is as fast as on a quiet machine, or until `until` (ms since 1970). */
async function quiet(
  measureBare: () => Promise<void>,
  baseline: readonly Measured[],
  until: number,
): Promise<void> {
  for (;;) {
    await measureBare()
    const blocked = baseline.at(-1)?.times["total-blocking-time"] ?? Number.POSITIVE_INFINITY
    if (blocked <= quietMs || Date.now() > until) return
    await setTimeout(pauseMs)
  }
}
