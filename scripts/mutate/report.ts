/** What was noticed, in figures by folder and file, and the list of what survived. */
import type { Change } from "./instrument.ts"

export interface Tally {
  folder: string
  file: string
  noticed: number
  survivors: Survivor[]
  /** Changes noted in the code as changing nothing, with the reason beside them. */
  equivalent: number
}

interface Survivor {
  line: number
  column: number
  mutator: string
  before: string
  after: string
  /** Whether any test runs the line. */
  reached: boolean
}

/** One entry per file. A change that a test notices by failing or by not ending counts as noticed. */
export function tallyOf(
  folder: string,
  changes: readonly Change[],
  sourceOf: (file: string) => string,
): Tally[] {
  return [...Map.groupBy(changes, ({ file }) => file)].map(([file, some]) => ({
    folder,
    file,
    noticed: some.filter(({ status }) => status === "Killed").length,
    equivalent: some.filter(({ status }) => status === "Ignored").length,
    survivors: some
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map((change) => ({
        ...change.location.start,
        mutator: change.mutatorName,
        before: cut(sourceOf(file), change.location),
        after: oneLine(change.replacement ?? ""),
        reached: change.status === "Survived",
      })),
  }))
}

/** The survivors, then a line per file that has some, then a line per folder. */
export function reportInWords(tallies: readonly Tally[]): string[] {
  const lines: string[] = []
  for (const { file, survivors } of tallies)
    for (const { line, column, before, after, mutator, reached } of survivors)
      lines.push(
        `${file}:${line}:${column} ${mutator}${reached ? "" : " (no test runs it)"}`,
        `    ${before}`,
        `  > ${after}`,
      )
  const files = tallies.filter(({ survivors }) => survivors.length > 0)
  if (files.length > 0) lines.push("", ...files.map((tally) => figures(tally.file, [tally])))
  lines.push("")
  for (const [folder, some] of Map.groupBy(tallies, (tally) => tally.folder))
    lines.push(figures(folder, some))
  return lines
}

function figures(name: string, tallies: readonly Tally[]): string {
  const noticed = sum(tallies.map((tally) => tally.noticed))
  const all = noticed + sum(tallies.map((tally) => tally.survivors.length))
  const share = all === 0 ? "none" : `${((100 * noticed) / all).toFixed(1)} %`
  const equivalent = sum(tallies.map((tally) => tally.equivalent))
  return `${name}: ${noticed} of ${all} noticed (${share}), ${equivalent} noted as changing nothing`
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0)

function cut(source: string, { start, end }: Change["location"]): string {
  const lines = source.split("\n").slice(start.line - 1, end.line)
  const last = lines.length - 1
  return oneLine(
    lines
      .map((line, index) =>
        line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
      )
      .join("\n"),
  )
}

/** Code on one line, cut to what a line of a report holds. */
export function oneLine(text: string): string {
  const joined = text.replace(/\s+/g, " ").trim()
  return joined.length > 140 ? `${joined.slice(0, 137)}...` : joined
}
