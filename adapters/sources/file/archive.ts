import { randomUUID } from "node:crypto"
import { createWriteStream } from "node:fs"
import { mkdtemp, stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import { type ArchiveMetadata, readAhead } from "./archive-metadata.ts"
import { limits } from "./limits.ts"
import type { Reading } from "./reading.ts"
import { isCompanion, type ReadOutcome, readRecording } from "./recording.ts"
import { isRefusal, megabytes, Refusal } from "./refusal.ts"
import { removeFolder } from "./scratch.ts"
import { Budget, type Member, membersOf } from "./zip.ts"

/** The location of an archive within another one, and the limits they share. */
interface Place {
  budget: Budget
  /** Whether it is inside another archive. */
  isInner: boolean
}

/**
 * Reads the recordings in a .zip one after the other: an export of Strava (its activities.csv provides names and
 * sports), Apple Health (its export.xml contains workouts, some with a route file), Google Takeout or Garmin (nested
 * archives, mostly of files that are not activities). Names in an archive are never used as paths on this machine, not
 * even for copies in the scratch folder, and a name that points outside the archive is refused.
 */
export async function* readArchive(
  path: string,
  archive: string,
  reading: Reading,
  place?: Place,
): AsyncGenerator<ReadOutcome> {
  const { wanted = () => true } = reading
  const { size } = await stat(path)
  const { budget, isInner } = place ?? { budget: new Budget(size), isInner: false }
  const labels = new Labels(archive)
  try {
    if (size > limits.archiveBytes) throw new Refusal(`larger than ${megabytes(limits.archiveBytes)}`)
    const metadata = await readAhead(path, archive, reading, budget)
    for await (const member of membersOf(path, budget)) {
      if (isCompanion(member.name) || metadata.isPassedOver(member.name)) continue
      const label = labels.next(member.name)
      if (!isInner && !member.problem && /\.zip$/i.test(member.name))
        yield* readInner(member, label, reading, { budget, isInner: true })
      else if (wanted(label)) {
        const outcome = await readMember(member, label, { metadata, budget, scratch: reading.scratch })
        if (outcome) yield outcome
        else reading.passedOver?.(label)
      }
      if (budget.isSpent) return
    }
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (wanted(archive)) yield { name: archive, ok: false, reason: error.message }
  }
}

/** The outcome of one file in an archive; undefined for a file that is not a recording. */
async function readMember(
  member: Member,
  label: string,
  { metadata, budget, scratch }: { metadata: ArchiveMetadata; budget: Budget; scratch: string | undefined },
): Promise<ReadOutcome | undefined> {
  if (member.problem) return { name: label, ok: false, reason: member.problem }
  const known = metadata.outcomeOf(member.name)
  // All its workouts are reported together with their routes.
  if (known?.ok && known.activities.length === 0 && !known.note) return undefined
  if (known) return { ...known, name: label }
  const place = scratch === undefined ? undefined : { path: join(scratch, randomUUID()), copy: true }
  const outcome = await readRecording(member.name, member.open, { count: budget.unpack, place })
  if (outcome.noRecording) return undefined
  return { ...metadata.complete(member.name, outcome), name: label }
}

/** An archive is read from its end, so a nested one is first unpacked to a file with a generated name. */
async function* readInner(
  member: Member,
  label: string,
  reading: Reading,
  place: Place,
): AsyncGenerator<ReadOutcome> {
  const { wanted = () => true, scratch = tmpdir() } = reading
  const folder = await mkdtemp(join(scratch, "inner-"))
  try {
    const path = join(folder, "archive.zip")
    const problem = await unpack(member, path, place.budget)
    if (!problem) yield* readArchive(path, label, reading, place)
    else if (wanted(label)) yield { name: label, ok: false, reason: problem }
  } finally {
    await removeFolder(folder)
  }
}

async function unpack(member: Member, path: string, budget: Budget): Promise<string | undefined> {
  let bytes = 0
  const watched = async function* () {
    for await (const chunk of await member.open()) {
      bytes += chunk.length
      budget.unpack(chunk.length)
      if (bytes > limits.archiveBytes) throw new Refusal(`larger than ${megabytes(limits.archiveBytes)}`)
      yield chunk
    }
  }
  try {
    await pipeline(Readable.from(watched()), createWriteStream(path, { mode: 0o600 }))
    return undefined
  } catch (error) {
    if (isRefusal(error)) return error.message
    throw error
  }
}

/** Unique names for outcomes: an archive can contain a name several times. */
class Labels {
  readonly #seen = new Map<string, number>()
  readonly #archive: string

  constructor(archive: string) {
    this.#archive = archive
  }

  next(name: string): string {
    const times = (this.#seen.get(name) ?? 0) + 1
    this.#seen.set(name, times)
    return `${this.#archive}/${name}${times > 1 ? ` (${times})` : ""}`
  }
}
