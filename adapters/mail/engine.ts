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
  | {
      ok: false
      permanent: boolean
      reason: string
      /** The connection broke after the mail may have been taken: trying again can send it twice. */
      uncertain?: boolean
    }

/** A way for mails to leave. */
export interface MailEngine {
  deliver(letter: Letter): Promise<Delivery>
  /** Whether delivering the same letter twice leaves one mail. */
  readonly repeatable: boolean
  close(): Promise<void>
}
