/**
 * `npm run lighthouse`: measures every public page as a phone on a slow network sees it, with a production build served by
 * our own server, and writes docs/lighthouse.md. `-- /events /shop` measures these pages only and writes nothing;
 * `--runs 1` measures each once. Exits 1 when a target is missed, 2 when a page is none.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { paths } from "../test/e2e/support/paths.ts"
import { root } from "../test/e2e/support/program.ts"
import { startChromium } from "./lighthouse/chromium.ts"
import { type Measured, measurePage } from "./lighthouse/measure.ts"
import { missedTargets, pageLine, reportFile } from "./lighthouse/report.ts"
import { startSite } from "./lighthouse/site.ts"

/** Odd, so that one of them is in the middle. */
const usualRuns = 3

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: String(usualRuns) } },
})
const unknown = positionals.filter((path) => !paths.includes(path))
const runs = Number(values.runs)
const print = (line: string) => void process.stdout.write(`${line}\n`)

if (unknown.length > 0 || !Number.isInteger(runs) || runs < 1) {
  print(
    unknown.length > 0
      ? `${unknown.join(", ")}: no public page. They are: ${paths.join(" ")}`
      : "--runs is a whole number, such as --runs 3.",
  )
  process.exitCode = 2
} else {
  process.exitCode = await measure(positionals.length > 0 ? positionals : paths)
}

async function measure(wanted: readonly string[]): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "b4m-lighthouse-"))
  const site = await startSite(folder)
  const browser = await startChromium(join(folder, "browser"))
  const pages: Measured[] = []
  try {
    for (const path of wanted) {
      const page = await measurePage({ url: site.url + path, path, runs, port: browser.port })
      pages.push(page)
      print(pageLine(page))
    }
  } finally {
    await browser.close()
    await site.stop()
    await rm(folder, { recursive: true, force: true })
  }
  const missed = pages.flatMap(missedTargets)
  if (wanted === paths && runs >= usualRuns) {
    await writeFile(join(root, "docs/lighthouse.md"), reportFile(pages, { runs, browser: browser.version }))
    print("Written to docs/lighthouse.md.")
  }
  for (const line of missed) print(line)
  print(missed.length === 0 ? `Met on ${pages.length} pages.` : `MISSED: ${missed.length} targets.`)
  return missed.length === 0 ? 0 : 1
}
