import { stripVTControlCharacters } from "node:util"

/** Something that failed: a test, or what kept tests from running. */
export interface Failure {
  /** Path of the file, relative to the checkout; absent when no file is at fault. */
  file?: string
  title: string
  /** What was printed about it: a message with a stack, or lines of output. May be empty. */
  error: string
}

/** Lines that all failures share, so that the end of a long log names each of them. */
const budget = 45
const most = 15

/**
 * One paragraph per failure: its section, file and title, then the first lines of its error and the first line of its stack
 * in the checkout `root`. The more failures, the fewer lines of each; with very many only their names remain.
 */
export function describeFailures(
  failures: readonly (Failure & { section: string })[],
  root: string,
): string[] {
  const lines = Math.min(most, Math.max(1, Math.floor(budget / Math.max(1, failures.length))))
  return failures.flatMap(({ section, file, title, error }) => [
    oneLine([section, file, title].filter(Boolean).join(" > ")),
    ...firstLines(error, root, lines - 1).map((line) => `    ${line}`),
  ])
}

function firstLines(error: string, root: string, count: number): string[] {
  const lines = stripVTControlCharacters(error)
    .replaceAll(`file://${root}/`, "")
    .replaceAll(`${root}/`, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(shorten)
  const isFrame = (line: string) => /^\s*at .*(:\d+:\d+|<anonymous>)\)?$/.test(line)
  const isForeign = (line: string) => /node_modules|node:internal|\(node:|at node:|<anonymous>/.test(line)
  const frame = lines.filter(isFrame).find((line) => !isForeign(line))
  const said = lines.filter((line) => !isFrame(line))
  if (count < 2 || !frame) return said.slice(0, count)
  return [...said.slice(0, count - 1), frame]
}

function oneLine(text: string): string {
  return shorten(text.replace(/\s+/g, " "))
}

function shorten(line: string): string {
  return line.length > 200 ? `${line.slice(0, 199)}…` : line
}
