import { sayError } from "./say-error.ts"

const stopped = "The passkey was not used. Try again, or sign in another way."

/** The message for an error from the service or the browser when a passkey or security key was requested. */
export function sayKeyError(error: { name: string; message: string; code?: string | undefined }): string {
  if (error.code === "ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED" || error.name === "InvalidStateError")
    return "This device already has a passkey for your account."
  // Browser messages are for developers and do not tell a cancel from a missing key.
  if (error.name === "NotAllowedError" || error.name === "AbortError" || /^ERROR_/.test(error.code ?? ""))
    return stopped
  if (error.message === "Browser does not support WebAuthn")
    return "This browser does not support passkeys. Sign in another way."
  return sayError(error)
}
