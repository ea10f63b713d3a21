/** Why a file yields no activity, as a sentence without its subject: "cut off after 768 bytes". */
export class Refusal extends Error {
  readonly code: string = "refused"
}

/** A non-recording that exports contain by the thousand: not reported as an outcome. */
export class NoRecording extends Refusal {
  override readonly code = "no_recording"
}

export function isRefusal(error: unknown): error is Refusal {
  return codeOf(error) === "refused" || isNoRecording(error)
}

export function isNoRecording(error: unknown): error is NoRecording {
  return codeOf(error) === "no_recording"
}

function codeOf(error: unknown): unknown {
  return error instanceof Error ? (error as { code?: unknown }).code : undefined
}

/** Formats megabytes: "64 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
