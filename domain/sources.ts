import type { ServiceName } from "#content/services.ts"
import type { Seal } from "#primitives/secrets.ts"
import type { FileOutcome, RecordedActivity } from "./recorded.ts"
import type { Service } from "./services.ts"

/** Where activities come from. */
export interface Sources {
  files: RecordingFiles
  demo: Demo
  /** Services that athletes connect, by name; one is absent until the operator has registered an application there. */
  services: ReadonlyMap<ServiceName, Service>
  /** Encrypts tokens of services, so that whoever has only the database cannot use them. */
  tokens: Seal
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
