import { messages } from "./messages.ts"

/**
 * The sentence for an error of the authentication service: two codes have our own wording, every other message is shown
 * unchanged.
 * @param error `code` as GoTrue sends it (`user_already_exists`, `email_exists`, `invalid_credentials`), and its message
 */
export function authMessage(error: { code?: string | undefined; message: string }): string {
  if (error.code === "user_already_exists" || error.code === "email_exists")
    return messages.user_already_exists
  if (error.code === "invalid_credentials") return messages.invalid_credentials
  // Older GoTrue versions send no code.
  if (/already (been )?registered/i.test(error.message)) return messages.user_already_exists
  if (/invalid login credentials/i.test(error.message)) return messages.invalid_credentials
  return error.message
}
