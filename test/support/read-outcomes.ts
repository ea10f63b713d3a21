import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { limits } from "#adapters/sources/file/limits.ts"
import { readFiles } from "#adapters/sources/file/read.ts"
import type { Reading } from "#adapters/sources/file/reading.ts"
import type { FileOutcome, RecordedActivity } from "#ports/recorded.ts"

/** The outcomes of one file with this name and content. */
export async function readOutcomes(
  name: string,
  bytes: Buffer | string,
  reading: Reading = {},
): Promise<FileOutcome[]> {
  const folder = await mkdtemp(join(tmpdir(), "read-outcomes-"))
  try {
    await writeFile(join(folder, name), bytes)
    const outcomes: FileOutcome[] = []
    for await (const outcome of readFiles([join(folder, name)], reading)) outcomes.push(outcome)
    return outcomes
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** For each outcome, its name and the number of its activities, or the reason for having none. */
export function told(outcomes: readonly FileOutcome[]): [string, number | string][] {
  return outcomes.map((one) => [one.name, one.ok ? one.activities.length : one.reason])
}

export function activitiesOf(outcomes: readonly FileOutcome[]): RecordedActivity[] {
  return outcomes.flatMap((one) => (one.ok ? one.activities : []))
}

/** With lower limits than for real files, because reaching those would take gigabytes. */
export async function withLimits<Result>(
  changes: { [name in keyof typeof limits]?: number },
  work: () => Promise<Result>,
): Promise<Result> {
  const before = { ...limits }
  Object.assign(limits, changes)
  try {
    return await work()
  } finally {
    Object.assign(limits, before)
  }
}
