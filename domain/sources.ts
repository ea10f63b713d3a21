import type { FileOutcome, RecordedActivity } from "./recorded.ts"

/** Where activities come from, apart from services that an athlete connects. */
export interface Sources {
  files: RecordingFiles
  demo: Demo
}

/** Reads recordings: FIT, GPX, TCX, and archives of them. One outcome per recording, in order, whatever is wrong with the others. */
export interface RecordingFiles {
  /** Files and folders of this machine. */
  readPaths(paths: readonly string[]): AsyncIterable<FileOutcome>
  /** Files that came over the network. */
  readReceived(files: readonly ReceivedFile[]): AsyncIterable<FileOutcome>
}

/** A file that was received; its bytes are asked for when it is its turn. */
interface ReceivedFile {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

interface SampleAthlete {
  id: string
  name: string
  /** "Running, Hybrid" */
  sport: string
}

/** The sample athletes with their invented training. */
interface Demo {
  athletes: readonly SampleAthlete[]
  /** What one of them did on a day; always the same. */
  workouts(
    athlete: SampleAthlete,
    day: string,
    dayStart: Date,
    utcOffsetS: number,
  ): readonly RecordedActivity[]
}
