import type { MailTransport } from "#domain/world.ts"

/** A transport that keeps connections or folders open. */
export interface OpenTransport extends MailTransport {
  close(): Promise<void>
}
