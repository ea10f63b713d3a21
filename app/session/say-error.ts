import { authMessage } from "#content/messages.ts"

export const unreachable = "The sign-in service cannot be reached. Check your connection and try again."

/** The sentence for whatever the client answered: its own words, except where there was no answer at all. */
export function sayError(error: { name: string; message: string; code?: string | undefined }): string {
  return error.name === "AuthRetryableFetchError" ? unreachable : authMessage(error)
}
