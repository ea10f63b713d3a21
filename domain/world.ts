/**
 * All external dependencies reach the product through `World`: the ports of ports/ bound together, one value, built once
 * (server/world/world.ts, or test/support/world.ts with its own clock) and passed down.
 */
import type { Accounts } from "#ports/accounts.ts"
import type { Captcha } from "#ports/captcha.ts"
import type { Chat } from "#ports/chat.ts"
import type { Db } from "#ports/db.ts"
import type { Files } from "#ports/files.ts"
import type { Jobs } from "#ports/jobs.ts"
import type { Live } from "#ports/live.ts"
import type { Log } from "#ports/log.ts"
import type { Machine } from "#ports/machine.ts"
import type { Mail, MailTransports } from "#ports/mail.ts"
import type { Markup } from "#ports/markup.ts"
import type { Objects } from "#ports/objects.ts"
import type { Payments } from "#ports/payments.ts"
import type { Pictures } from "#ports/pictures.ts"
import type { Push } from "#ports/push.ts"
import type { Sources } from "#ports/sources.ts"
import type { Published } from "./published.ts"

/** Configuration that the domain may read. No secrets. */
interface Settings {
  /** The public origin without a trailing slash, such as "https://b4m.example". */
  siteUrl: string
  operatorEmails: readonly string[]
  /** Where replies to the operators' mails go; absent for the support address. */
  replyAddress?: string
  /** Replies arrive in the inbox, so a tag after a plus names their conversation. Otherwise an operator's own mailbox gets them. */
  receivesReplies?: true
  /** Whether the console opens only for accounts with a second factor: in production. */
  operatorsNeedSecondFactor: boolean
  /** Whether sample athletes compete; only on the embedded database, until real members join. */
  demo: boolean
}

export interface World {
  /** Absent unless the operator has configured one. */
  captcha?: Captcha
  /** Absent in programs that post nothing. */
  chat?: Chat
  /** Absent where payments are not configured: in production without a payment service. */
  payments?: Payments
  /** Absent where the site has no address of its own: on a computer of a developer. */
  push?: Push
  /** Absent in tests. */
  machine?: Machine
  db: Db
  live: Live
  mail: Mail
  transports: MailTransports
  sources: Sources
  files: Files
  /** Photos of members. */
  photos: Objects
  /** Pictures of newsletters. */
  newsletterPictures: Objects
  pictures: Pictures
  /** The words of the site with the changes of operators. */
  published: Published
  jobs: Jobs
  accounts: Accounts
  /** Absent in programs that write no newsletters. */
  markup?: Markup
  log: Log
  settings: Settings
  now(): Date
  /**
   * A keyed fingerprint (HMAC-SHA-256, 64 hex digits) that only this installation can make: for links that cannot be
   * guessed and for addresses that must be recognized without being stored. `purpose` separates uses.
   */
  sign(purpose: string, text: string): string
}
