import type { Seal } from "#primitives/secrets.ts"
import type { FileOutcome, RecordedActivity } from "./recorded.ts"
import type { Service, ServiceName } from "./services.ts"

/** Where activities come from. */
export interface Sources {
  files: RecordingFiles
  demo: Demo
  /** Services that athletes can connect, by name; absent until the operator has registered an application with them. */
  services: ReadonlyMap<ServiceName, Service>
  /** Encrypts service tokens, so that access to the database alone is not enough to use them. */
  tokens: Seal
}

/** Reads FIT, GPX, and TCX recordings and archives of them. One outcome per recording, in order and independent of the others. */
export interface RecordingFiles {
  /** Files and folders of this machine. */
  readPaths(paths: readonly string[]): AsyncIterable<FileOutcome>
  /** Files that came over the network. */
  readReceived(files: readonly ReceivedFile[]): AsyncIterable<FileOutcome>
}

/** A received file whose bytes are read lazily. */
interface ReceivedFile {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

interface SampleAthlete {
  id: string
  name: string
  /** "Running, Hybrid" */
  sport: string
  /** The options that they chose for their figure (content/figures/looks.ts). */
  look: string
}

/** The sample athletes with generated training. */
interface Demo {
  athletes: readonly SampleAthlete[]
  /** The activities of a sample athlete on a day; deterministic. */
  workouts(
    athlete: SampleAthlete,
    day: string,
    dayStart: Date,
    utcOffsetS: number,
  ): readonly RecordedActivity[]
}
