/** Why a file gives no activity, as a sentence without its subject: "cut off after 768 bytes". */
export class Refusal extends Error {
  readonly code = "refused"
}

export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && "code" in error && error.code === "refused"
}

/** Megabytes for a sentence: "64 MB". */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_000_000)} MB`
}
