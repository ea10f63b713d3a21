/** Why a file gives no activity, as a sentence without its subject: "cut off after 768 bytes". */
export class Refusal extends Error {
  readonly code: string = "refused"
}

/** A file that exports bring along by the thousand and that nobody takes for a recording: no outcome is told of it. */
export class NoRecording extends Refusal {
  override readonly code = "no_recording"
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "code" in error && (error.code === "refused" || isNoRecording(error))
}

export function isNoRecording(error: unknown): error is NoRecording {
  return error instanceof Error && "code" in error && error.code === "no_recording"
}

/** Megabytes for a sentence: "64 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
