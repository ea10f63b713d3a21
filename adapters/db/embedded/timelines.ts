/**
 * Timelines of the write-ahead log. Every restore starts a new one, so that log written afterward never has the name of
 * an existing file. PostgreSQL stores the ancestors of each timeline in a file "<8 hex digits>.history".
 */
import { open, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"

const history = /^[0-9A-F]{8}\.history$/

export function isHistory(name: string): boolean {
  return history.test(name)
}

/** PostgreSQL ignores comments in these files and copies them to those of later timelines. */
const mark = /^# In use since (\S+)$/gm

/** Names of the history files in a folder; empty if the folder does not exist. */
export async function historiesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).filter(isHistory).sort()
}

/** Records in the newest history file of `folder` that its timeline is in use from `at` on. */
export async function markNewest(folder: string, at: Date): Promise<void> {
  const newest = (await historiesIn(folder)).at(-1)
  if (!newest) throw new Error(`The recovery wrote no history to ${folder}.`)
  const file = await open(join(folder, newest), "a")
  await file.writeFile(`# In use since ${at.toISOString()}\n`)
  await file.sync()
  await file.close()
}

/**
 * The timeline of the database that was in use at a moment, or is in use now, according to the history files in
 * `folders`. The highest timeline would be wrong: after a restore to 10:00, it does not contain the state of 10:05.
 */
export async function timelineAt(folders: readonly string[], moment: Date | "latest"): Promise<number> {
  const limit = moment === "latest" ? Number.POSITIVE_INFINITY : moment.getTime()
  let newest = 1
  for (const folder of folders)
    for (const name of await historiesIn(folder))
      if ((await sinceOf(join(folder, name))) <= limit) newest = Math.max(newest, timelineOf(name))
  return newest
}

/** The number in the name of a history file or of a segment. */
function timelineOf(name: string): number {
  return Number.parseInt(name.slice(0, 8), 16)
}

/** When the timeline came into use, in milliseconds since 1970. */
async function sinceOf(file: string): Promise<number> {
  const marks = [...(await readFile(file, "utf8")).matchAll(mark)]
  const since = Date.parse(marks.at(-1)?.[1] ?? "")
  // A recovery performed by hand writes no mark.
  return Number.isNaN(since) ? (await stat(file)).mtimeMs : since
}
