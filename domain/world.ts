/**
 * All external dependencies reach the product through `World`:
 * one value, built once (server/world.ts, or test/support/world.ts with its own clock) and passed down.
 * Types only; no vendor is named here.
 */

import type { Captcha } from "./captcha.ts"
import type { Payments } from "./payments.ts"
import type { Sources } from "./sources.ts"

/** A piece of SQL. Awaited, it runs and returns rows; inside another template, it is inlined with its own parameters. */
export interface Query<Row> extends PromiseLike<Row[]> {
  /** Marks the piece as a fragment to compose, never awaited itself. */
  readonly fragment?: never
}

/**
 * The one tagged template. Every `${value}` becomes a bound parameter, never text.
 * Called as a function it builds an identifier (`sql("name")`), a list for `in`/`values`
 * or the columns and values of an insert or update (`sql(rows, "a", "b")`).
 */
export interface Sql {
  <Row extends object = Record<string, unknown>>(
    strings: TemplateStringsArray,
    ...values: readonly unknown[]
  ): Query<Row>
  (value: string | readonly unknown[] | object, ...columns: string[]): Query<never>
  /** A value bound as `json`/`jsonb`. */
  json(value: unknown): unknown
}

export interface Db {
  readonly sql: Sql
  /** Runs `work` in one transaction (a savepoint when already inside one); an exception rolls back and is rethrown. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Runs text with `$1` parameters, for libraries that bring their own SQL. Never build `text` from input. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** Publish/subscribe between server processes. Only connected processes receive a message; nothing is stored. */
export interface Live {
  /** Sent when the transaction of `db` commits (at once outside one). `payload` at most 7,900 bytes. */
  publish(db: Db, topic: string, payload: string): Promise<void>
  /** Returns the function that ends the subscription. */
  subscribe(topic: string, onMessage: (payload: string) => void): () => void
}

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

export interface Mail {
  /** Queues one mail with the transaction of `db`; a job delivers it with retries. Two calls with the same `key` queue one mail. */
  queue(db: Db, mail: MailMessage, options?: { key?: string }): Promise<void>
  /**
   * Queues a mail again that could not be delivered, as it was written. False when there is none: a mail that was delivered is not kept.
   */
  again(db: Db, id: string): Promise<boolean>
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
  /** `permanent`: retrying cannot help, for example for an unknown mailbox. */
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

interface JobOptions {
  /** At most one waiting or running job per queue and key. */
  key?: string
  /** Not before this instant. */
  startAfter?: Date
}

export interface Jobs {
  /** Queues a job with the transaction of `db`: it exists when, and only when, that commits. */
  add(db: Db, queue: string, data: object, options?: JobOptions): Promise<void>
  /**
   * Requests a job that processes whatever is due, without waiting and outside any transaction, because commits that notify
   * are serialized. Concurrent requests are merged. A request may be lost with the process, so a deadline must back it up.
   */
  wake(queue: string): void
}

/** A file as `Files` knows it. */
export interface StoredFile {
  /** "<area>/<SHA-256 of the bytes in hex>". */
  key: string
  size: number
  /** When its bytes were last put. */
  storedAt: Date
}

/** Bytes in pieces. */
export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>

/** Bytes that have arrived, but are no file yet: no key leads to them. */
export interface StagedFile {
  /** SHA-256 of the bytes in hex. */
  hash: string
  size: number
  /** Makes them the file "<area>/<hash>". Call it once. */
  keep(area: string): Promise<StoredFile>
  /** Forgets them. Does nothing after `keep`. */
  discard(): Promise<void>
}

/** An open file. Reading `body` to the end or canceling it releases its resources. */
interface OpenedFile {
  /** Of the whole file, even when `body` is only a range of it. */
  size: number
  body: ReadableStream<Uint8Array>
}

/**
 * Private files, keyed by the hash of their content, so that the file of a key never changes. Areas are folders, such as
 * "recordings/12": one or more names of a-z, 0-9, hyphen, and underscore, separated by slashes. An invalid area or key is an
 * error with the code `invalid_key`, and nothing is touched.
 */
export interface Files {
  /**
   * Stores all of `bytes` or nothing, even when the process is killed: once this answers, the file survives a power cut.
   * The same bytes in the same area are one file. An error thrown by `bytes` is rethrown.
   */
  put(area: string, bytes: Bytes): Promise<StoredFile>
  /**
   * The first half of `put`, for whoever has to know the hash before the file exists. What is neither kept nor discarded,
   * because the process was killed, is removed by `removeUnfinished`.
   */
  stage(bytes: Bytes): Promise<StagedFile>
  /** Staged bytes up to this number are held in memory, as long as not too many are, and stored only when they are kept. */
  readonly heldBytes: number
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** `range`: bytes from `start` to `end`, both included, as in HTTP; it must lie within the file. Null when there is no such file. */
  get(key: string, range?: { start: number; end: number }): Promise<OpenedFile | null>
  /** Deletes a file permanently. False when there is no such file. */
  remove(key: string): Promise<boolean>
  /** Every whole file below an area, in no particular order; what is put or removed meanwhile may be missing or listed. */
  list(area: string): AsyncIterable<StoredFile>
  /** Removes the remains of unfinished puts that began before the instant. Returns their number. */
  removeUnfinished(begunBefore: Date): Promise<number>
}

/** Private files under names of the product's own, in the bucket of a storage service: ours, or a Supabase project's. */
export interface Objects {
  /** Replaces what has the name. */
  put(name: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null when there is none. */
  get(name: string): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string } | null>
  /** Removes everything below a folder, such as "12" or "12/<version>". */
  removeFolder(folder: string): Promise<void>
}

/** One image made from another: square, upright, without metadata. */
export interface Portrait {
  /** Pixels of a side. */
  side: number
  format: "avif" | "webp"
  bytes: Uint8Array
}

/** A picture for a page or a mail: upright, without metadata, in the format that every mail program shows. */
interface FittedPicture {
  width: number
  height: number
  /** png where it is transparent somewhere. */
  format: "jpg" | "png"
  bytes: Uint8Array
}

export interface Pictures {
  /** The whole picture, at most `width` pixels wide and never enlarged. Null as for `portraits`. */
  fitted(bytes: Uint8Array, width: number): Promise<FittedPicture | null>
  /**
   * Portraits of each size in each format. The type of the bytes is found in them. Null when they are no image, have too many
   * pixels, or take too long.
   */
  portraits(bytes: Uint8Array, sides: readonly number[]): Promise<Portrait[] | null>
}

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What the product needs to know about an account. */
export interface Account {
  id: string
  email: string | null
  /** As given at sign-up. */
  fullName: string | null
  /** Whether a second factor is set up; sensitive actions require it. */
  secured: boolean
  /** The role of an operator, "owner" or "helper"; null for members. */
  role: string | null
}

/** One signed-in session of an account. */
interface AccountSession {
  id: string
  createdAt: Date
  lastUsedAt: Date
  /** "Firefox on Mac", or null when the browser did not say. */
  device: string | null
  ip: string | null
}

/** The accounts of the auth service, built-in or a Supabase project's: both store them in the schema `auth`. */
export interface Accounts {
  /** Null when the account does not exist or is banned or deleted. */
  find(db: Db, userId: string): Promise<Account | null>
  /** Most recently used first. */
  sessions(db: Db, userId: string): Promise<AccountSession[]>
  /** False when the session does not belong to the account. */
  endSession(db: Db, userId: string, sessionId: string): Promise<boolean>
  /** All data stored about how the account signs in, without secrets; null when there is no such account. */
  export(db: Db, userId: string): Promise<Record<string, unknown> | null>
  /** Bans the account until then and ends its sessions; null lifts the ban. False when there is none. */
  ban(db: Db, userId: string, until: Date | null): Promise<boolean>
  /** Marks the account's address as confirmed. False when there is none. */
  confirm(db: Db, userId: string): Promise<boolean>
  /** Gives the account the role of an operator, or (null) takes it away and ends its sessions. False when there is none. */
  setRole(db: Db, userId: string, role: "owner" | "helper" | null): Promise<boolean>
  /** Deletes the account and everything that references it, in the transaction of `db`. False when there is none. */
  remove(db: Db, userId: string): Promise<boolean>
}

/** Turns what operators write into what mails show. */
interface Markup {
  /** Sanitized HTML with absolute URLs, from Markdown. */
  mailHtml(markdown: string, siteUrl: string): string
  /** The URLs in it that no mail can carry. */
  unusableLinks(markdown: string, siteUrl: string): string[]
  /** The URLs of pictures in it that other servers would send, and so learn who opens the mail. */
  foreignPictures(markdown: string, siteUrl: string): string[]
}

/** What operators see of this process and its machine, and the few things they may do to it. */
/** Something that endangers the data. */
export interface Trouble {
  /** The same as long as it lasts: "archive". */
  name: string
  /** The end of a sentence after "the": "backup failed: the disk is full". */
  says: string
  /** Null when it is not known. */
  since: Date | null
}

export interface Health {
  troubles: readonly Trouble[]
  /** How long the oldest finished segment of the log waits to be archived; null where none is archived. */
  archiveLagSeconds: number | null
  /** The last drill of the backups, when it passed, as a sentence without its period. */
  drill: { at: Date; says: string } | null
}

export interface Machine {
  /** Free space where the data is, in bytes; undefined when the system does not say. */
  diskFreeBytes(): Promise<number | undefined>
  /** Whether this installation runs its database itself, and so makes its backups. */
  ownsDatabase: boolean
  /** Jobs by queue and state. */
  queues(): Promise<{ queue: string; waiting: number; atWork: number; dead: number }[]>
  /** Jobs whose attempts are used up, newest first. */
  deadJobs(): Promise<{ id: string; queue: string; diedAt: Date; attempts: number; reason: string }[]>
  /** Puts dead jobs back into their queues with all their attempts; answers how many there were. */
  retryJobs(ids: readonly string[]): Promise<number>
  /** Takes dead jobs off the list without doing them; answers how many there were. */
  dropJobs(ids: readonly string[]): Promise<number>
  /** Puts dropped jobs back on the list; answers how many are on it now. They are cleared away some days after they were dropped. */
  keepJobs(ids: readonly string[]): Promise<number>
  /** The settings in force; of a secret only whether it is set. */
  settings: readonly { name: string; value: string }[]
  versions: Readonly<Record<string, string>>
  /** When the kept backups began, newest first. */
  backups(): Promise<Date[]>
  /** How archiving, backups and buckets are doing, read now. */
  health(): Promise<Health>
  /** Makes a backup now; absent where this installation makes none. */
  backUp?(): Promise<void>
}

/** Configuration that the domain may read. No secrets. */
interface Settings {
  /** The public origin without a trailing slash, such as "https://b4m.example". */
  siteUrl: string
  operatorEmails: readonly string[]
  /** Where answers to the operators' mails go; absent for the support address. A tag after a plus names the conversation. */
  replyAddress?: string
  /** Whether the console opens only for accounts with a second factor: in production. */
  operatorsNeedSecondFactor: boolean
  /** Whether sample athletes compete; only on the embedded database, until real members join. */
  demo: boolean
}

export interface World {
  /** Absent unless the operator has configured one. */
  captcha?: Captcha
  /** Absent where payments are not configured: in production without a payment service. */
  payments?: Payments
  /** Absent in tests. */
  machine?: Machine
  db: Db
  live: Live
  mail: Mail
  transports: MailTransports
  sources: Sources
  files: Files
  /** Photographs of members. */
  photos: Objects
  /** Pictures of newsletters. */
  newsletterPictures: Objects
  pictures: Pictures
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
