import type { Db } from "./db.ts"

/** What the product needs to know about an account. */
export interface Account {
  id: string
  email: string | null
  /** As given at sign-up. */
  fullName: string | null
  /** Whether a second factor is set up; sensitive actions require it. */
  secured: boolean
  /** The role of an operator, "owner", "helper" or "moderator"; null for members. */
  role: string | null
}

/** One signed-in session of an account. */
interface AccountSession {
  id: string
  createdAt: Date
  lastUsedAt: Date
  /** "Firefox on Mac", or null if the browser did not send its name. */
  device: string | null
  ip: string | null
}

/** The accounts of the auth service, built-in or a Supabase project's: both store them in the schema `auth`. */
export interface Accounts {
  /** Null when the account does not exist or is banned or deleted. */
  find(db: Db, userId: string): Promise<Account | null>
  /** Those that are open, most recently used first. */
  sessions(db: Db, userId: string): Promise<AccountSession[]>
  /** False when the session does not belong to the account. */
  endSession(db: Db, userId: string, sessionId: string): Promise<boolean>
  /** All data stored about how the account signs in, without secrets; null when there is no such account. */
  export(db: Db, userId: string): Promise<Record<string, unknown> | null>
  /** Bans the account until then and ends its sessions; null lifts the ban. False if the account does not exist. */
  ban(db: Db, userId: string, until: Date | null): Promise<boolean>
  /** Marks the account's address as confirmed. False if the account does not exist. */
  confirm(db: Db, userId: string): Promise<boolean>
  /**
   * Gives the account the role of an operator; null removes the role and ends the account's sessions. False if the
   * account does not exist.
   */
  setRole(db: Db, userId: string, role: "owner" | "helper" | "moderator" | "writer" | "host" | null): Promise<boolean>
  /**
   * Deletes the account and everything that references it, in the transaction of `db`. False if the account does not
   * exist.
   */
  remove(db: Db, userId: string): Promise<boolean>
}
