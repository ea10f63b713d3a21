import type { FileOutcome, RecordedActivity } from "#ports/recorded.ts"
import type { RecordingFiles } from "#ports/sources.ts"

/** Reads files received over the network (adapters/sources/file). */
export type ReadFiles = RecordingFiles["readReceived"]

/**
 * The activities of an object of a service: those of its recording, with additional data that only the service has;
 * only its summary if the recording is missing or unreadable.
 */
export async function preferRecording(
  readFiles: ReadFiles,
  summary: RecordedActivity,
  file: { bytes: Buffer | null; format: "fit" | "tcx" | "gpx" },
): Promise<RecordedActivity[]> {
  const recorded = file.bytes === null ? [] : await activitiesIn(readFiles, file.bytes, file.format)
  if (recorded.length === 0) return [summary]
  return recorded.map((activity, leg) => ({
    ...activity,
    externalId: recorded.length === 1 ? summary.externalId : `${summary.externalId}#${leg}`,
    sports: [...activity.sports, ...(recorded.length === 1 ? summary.sports : [])],
    name: summary.name,
    utcOffsetS: summary.utcOffsetS ?? activity.utcOffsetS,
    ...(summary.manual === undefined ? {} : { manual: summary.manual }),
    ...(summary.flagged === undefined ? {} : { flagged: summary.flagged }),
    ...(summary.public === undefined ? {} : { public: summary.public }),
    device: summary.device ?? null,
  }))
}

async function activitiesIn(
  readFiles: ReadFiles,
  bytes: Buffer,
  format: "fit" | "tcx" | "gpx",
): Promise<readonly RecordedActivity[]> {
  // A file that is called FIT but is not one is not passed to the parser.
  const packed = bytes[0] === 0x1f && bytes[1] === 0x8b
  if (format === "fit" && !packed && bytes.toString("latin1", 8, 12) !== ".FIT") return []
  const found: FileOutcome[] = []
  const name = `recording.${format}${packed ? ".gz" : ""}`
  for await (const outcome of readFiles([{ name, bytes: once(bytes) }])) found.push(outcome)
  return found.flatMap((one) => (one.ok ? one.activities : []))
}

async function* once(bytes: Buffer): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** The activities of a recording alone, for services without a summary of an object; null if it cannot be read. */
export async function recordingAlone(
  readFiles: ReadFiles,
  {
    externalId,
    files,
    device,
  }: { externalId: string; files: readonly (Buffer | null)[]; device?: string | null },
): Promise<RecordedActivity[] | null> {
  const recorded: RecordedActivity[] = []
  for (const bytes of files) {
    const found = bytes === null ? [] : await activitiesIn(readFiles, bytes, "fit")
    // A part of a workout would look like the whole.
    if (found.length === 0) return null
    recorded.push(...found)
  }
  if (recorded.length === 0) return null
  return recorded.map((activity, leg) => ({
    ...activity,
    externalId: recorded.length === 1 ? externalId : `${externalId}#${leg}`,
    device: device ?? null,
  }))
}
