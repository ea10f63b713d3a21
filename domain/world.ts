/**
 * Everything the outside world can change reaches the product through `World`:
 * one value, built once (server/world.ts, or test/support/world.ts with its own clock), handed down.
 * Types only; no vendor is named here.
 */

import type { Captcha } from "./captcha.ts"
import type { Payments } from "./payments.ts"
import type { Sources } from "./sources.ts"

/** A piece of SQL: awaited it runs and answers rows; inside another template it is spliced in as text with its own parameters. */
export interface Query<Row> extends PromiseLike<Row[]> {
  /** Marks the piece as composed, never awaited. */
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
  /** Runs `work` in one transaction (a savepoint when already inside one); a throw rolls back and is passed on. */
  transaction<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Text with `$1` parameters, for libraries that bring their own SQL. Never build `text` from input. */
  query(text: string, values?: readonly unknown[]): Promise<Record<string, unknown>[]>
}

/** News between server processes. Delivered at least to every process that is connected; never a store. */
export interface Live {
  /** Sent when the transaction of `db` commits (at once outside one). `payload` at most 7,900 bytes. */
  publish(db: Db, topic: string, payload: string): Promise<void>
  /** Answers the function that ends the subscription. */
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
}

/** One mail that is to leave now. */
export interface Letter {
  /** The same for every attempt, so that a mail that left twice can be told by its Message-ID. */
  id: string
  queuedAt: Date
  message: MailMessage
}

export type Delivery =
  | { ok: true; answer: string }
  /** `permanent`: trying again is of no use, as with an unknown mailbox. */
  | {
      ok: false
      permanent: boolean
      reason: string
      /** The connection broke after the mail may have been accepted: trying again can send it twice. */
      uncertain?: boolean
    }

/** A way for mails to leave. Only the jobs that deliver use it; everything else queues a mail. */
export interface MailTransport {
  deliver(letter: Letter): Promise<Delivery>
  /** Whether delivering the same letter twice leaves one mail, as with files named by the letter's id. */
  readonly repeatable: boolean
}

export interface MailTransports {
  mail: MailTransport
  /** The same way out, but one that never sends again by itself what may have left. */
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
   * Asks for a job that looks for whatever is due, without waiting and outside of any transaction: commits that notify wait
   * for each other. Many at once are one; it may be lost with the process, so a deadline has to look as well.
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

/** A file that is being read. Reading or canceling `body` gives its resources back. */
interface OpenedFile {
  /** Of the whole file, whatever part of it `body` is. */
  size: number
  body: ReadableStream<Uint8Array>
}

/**
 * Private files under the hash of their content, so that a file never changes under its key. Areas are folders, such as
 * "recordings/12": one or more names of a-z, 0-9, hyphen and underscore, separated by slashes. An area or key of another form is an
 * error with the code `invalid_key`, and nothing is touched.
 */
export interface Files {
  /**
   * Stores all of `bytes` or nothing, even when the process is killed: once this answers, the file survives a power cut.
   * The same bytes in the same area are one file. What `bytes` throws is passed on.
   */
  put(area: string, bytes: AsyncIterable<Uint8Array>): Promise<StoredFile>
  /** Null when there is no such file. */
  stat(key: string): Promise<StoredFile | null>
  /** `range`: bytes from `start` to `end`, both included, as in HTTP; it must lie within the file. Null when there is no such file. */
  get(key: string, range?: { start: number; end: number }): Promise<OpenedFile | null>
  /** Gone for good once this answers. False when there is no such file. */
  remove(key: string): Promise<boolean>
  /** Every whole file below an area, in no particular order; what is put or removed meanwhile may be missing or listed. */
  list(area: string): AsyncIterable<StoredFile>
  /** Removes what puts that never ended, begun before the instant, have left behind. Answers how many those were. */
  removeUnfinished(begunBefore: Date): Promise<number>
}

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What the product asks of an account. */
export interface Account {
  id: string
  email: string | null
  /** As given at sign-up. */
  fullName: string | null
  /** A second factor is set up: what must not fall into wrong hands asks for it. */
  secured: boolean
}

/** Where an account is signed in. */
interface AccountSession {
  id: string
  createdAt: Date
  lastUsedAt: Date
  /** "Firefox on Mac", or null when the browser did not say. */
  device: string | null
  ip: string | null
}

/** The accounts of the auth service, ours or a Supabase project's: both keep them in the schema `auth` of the database. */
export interface Accounts {
  /** Null when there is none, or it is banned or deleted. */
  find(db: Db, userId: string): Promise<Account | null>
  /** The last used first. */
  sessions(db: Db, userId: string): Promise<AccountSession[]>
  /** False when it is not one of the account's. */
  endSession(db: Db, userId: string, sessionId: string): Promise<boolean>
  /** Everything kept about how the account signs in, without secrets; null when there is none. */
  export(db: Db, userId: string): Promise<Record<string, unknown> | null>
  /** Removes the account and whatever hangs on it, in the transaction of `db`. False when there is none. */
  remove(db: Db, userId: string): Promise<boolean>
}

/** Settled configuration that the domain may know. No secrets. */
interface Settings {
  /** Public origin without a trailing slash, such as "https://b4m.example". */
  siteUrl: string
  operatorEmails: readonly string[]
  /** Sample athletes train on the embedded database until real members come. */
  demo: boolean
}

export interface World {
  /** Absent unless the operator has configured one. */
  captcha?: Captcha
  /** Absent where nobody can pay: in production without a payment service. */
  payments?: Payments
  db: Db
  live: Live
  mail: Mail
  transports: MailTransports
  sources: Sources
  files: Files
  jobs: Jobs
  accounts: Accounts
  log: Log
  settings: Settings
  now(): Date
  /**
   * A keyed fingerprint (HMAC-SHA-256, 64 hex digits) that only this installation can make: for links that cannot be
   * guessed and for addresses that must be recognised without being kept. `purpose` keeps uses apart.
   */
  sign(purpose: string, text: string): string
}
