import { sayError } from "./say-error.ts"

const stopped = "The passkey was not used. Try again, or take another way."

/** The sentence for what the service or the browser answered when a passkey or security key was asked for. */
export function sayKeyError(error: { name: string; message: string; code?: string | undefined }): string {
  if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" || error.name === "InvalidStateError")
    return "This device already has a passkey for your account."
  // The browser's own words are for developers, and the same for a cancel as for a missing key.
  if (error.name === "NotAllowedError" || error.name === "AbortError" || /^ERROR_/.test(error.code ?? ""))
    return stopped
  if (error.message === "Browser does not support WebAuthn")
    return "This browser has no passkeys. Take another way."
  return sayError(error)
}
