import type { MailTransport } from "#ports/mail.ts"

/** A transport that keeps connections or folders open. */
export interface OpenTransport extends MailTransport {
  close(): Promise<void>
}
