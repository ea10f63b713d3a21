import type { Db } from "#ports/db.ts"
import type { Seal } from "#primitives/secrets.ts"
import type { ReadFiles } from "./recording.ts"

/** The options of this installation that every client of a service needs. */
export interface ServiceOptions {
  clientId: string
  clientSecret: string
  db: Db
  now(): Date
  /** Encrypts what a client stores. */
  tokens: Seal
  readFiles: ReadFiles
  /** "B4M/1 (+https://b4m.example)": some services refuse the user agents of libraries. */
  userAgent: string
}
