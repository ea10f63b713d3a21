import type { Db } from "./db.ts"

export interface MailMessage {
  to: string
  subject: string
  text: string
  html?: string
  /** Extra headers such as List-Unsubscribe. */
  headers?: Record<string, string>
  /** What kind of mail it is, for counting and for suppression: "auth.recovery", "newsletter.issue". */
  kind: string
}

export interface MailReport {
  /** In lower case. */
  email: string
  type: "bounce" | "complaint"
  reason: string
  id?: string | undefined
}

export interface Mail {
  /** Queues one mail with the transaction of `db`; a job delivers it with retries. Two calls with the same `key` queue one mail. */
  queue(db: Db, mail: MailMessage, options?: { key?: string }): Promise<void>
  /**
   * Requeues a mail that could not be delivered, unchanged. False if it does not exist: delivered mails are not kept.
   */
  again(db: Db, id: string): Promise<boolean>
  /**
   * Records what the other side reported about a mail: the one with this id or, without one, the last mail sent to the address
   * within a week. A bounce ends every mail that is still on its way to it.
   */
  reported(db: Db, report: MailReport): Promise<void>
}

/** One mail to send now. */
export interface Letter {
  /** The same for every attempt, so that a duplicate can be recognized by its Message-ID. */
  id: string
  queuedAt: Date
  message: MailMessage
}

export type Delivery =
  | { ok: true; answer: string }
  /** `permanent`: a retry cannot succeed, for example for an unknown mailbox. */
  | {
      ok: false
      permanent: boolean
      reason: string
      /** The connection broke after the mail may have been accepted: a retry can send it twice. */
      uncertain?: boolean
    }

/** A mail transport. Only the delivery jobs use it; all other code queues mails. */
export interface MailTransport {
  deliver(letter: Letter): Promise<Delivery>
  /** Whether delivery is idempotent, for example because files are named by the letter's id. */
  readonly repeatable: boolean
}

export interface MailTransports {
  mail: MailTransport
  /** The same transport, but without automatic retries of mails that may have been sent. */
  newsletters: MailTransport
}
