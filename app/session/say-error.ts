import { authMessage } from "#content/auth-message.ts"

export const unreachable = "We cannot reach the sign-in service. Check your connection and try again."

/** The message for any client error: the client's own, unless there was no response at all. */
export function sayError(error: { name: string; message: string; code?: string | undefined }): string {
  return error.name === "AuthRetryableFetchError" ? unreachable : authMessage(error)
}
