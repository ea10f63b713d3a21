import type { MailMessage } from "#domain/world.ts"

/** One mail that is to leave now. */
export interface Letter {
  /** Stable over every try, so that a mail that left twice can be told by its Message-ID. */
  id: string
  queuedAt: Date
  message: MailMessage
}

export type Delivery =
  | { ok: true; answer: string }
  /** `permanent`: trying again is of no use, such as an unknown mailbox. */
  | { ok: false; permanent: boolean; reason: string }

/** A way for mails to leave. */
export interface MailEngine {
  deliver(letter: Letter): Promise<Delivery>
  close(): Promise<void>
}
