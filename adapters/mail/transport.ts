import type { MailTransport } from "#ports/mail.ts"

/** A transport that keeps resources such as connections open. */
export interface OpenTransport extends MailTransport {
  close(): Promise<void>
}
