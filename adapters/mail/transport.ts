import type { MailTransport } from "#domain/world.ts"

/** A transport of ours, which keeps connections or folders open. */
export interface OpenTransport extends MailTransport {
  close(): Promise<void>
}
