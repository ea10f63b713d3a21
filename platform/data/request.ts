import type { Claims } from "../gateway/contract.ts"
import type { PlanWish } from "./plan.ts"

/** One request to the Data API, as the database session needs to know it. */
export interface DataRequest {
  /** Verified claims with the role that the statement runs as. The object itself identifies the request. */
  claims: Claims & { role: string }
  method: string
  /** "/table" or "/rpc/name". */
  path: string
  /** Exposed schema of this request. */
  schema: string
  /** What SQL functions may read as request.headers; never credentials. */
  headers: Record<string, string>
  /** From `Prefer: timezone=`, when PostgreSQL knows the name. */
  timezone?: string
  /** Rows that the last change affected. */
  affected?: number
  /** What is to be explained instead of answered, and EXPLAIN's rows once it was. */
  plan?: { wish: PlanWish; rows?: readonly object[] }
  /** Rows that a function may answer with at most: `Prefer: handling=strict, max-affected=`. */
  maxAffected?: number
  /** The header Prefer, or nothing. */
  prefer: string
  /** An estimated count of a relation that is small enough to be counted. */
  countedInFull: boolean
  /** From `Prefer: tx=rollback`: everything runs, nothing is kept. */
  rollback: boolean
}

const credentials = new Set(["authorization", "apikey", "cookie", "proxy-authorization"])

/** Splits `Prefer: a=b, c=d` into pairs; the first of a name counts, as in PostgREST. */
export function preferences(header: string | null): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const part of header?.split(",") ?? []) {
    const [name, value] = part.split("=", 2).map((text) => text.trim())
    if (name && value !== undefined && !pairs.has(name)) pairs.set(name, value)
  }
  return pairs
}

/** The headers that a SQL function may see. */
export function visibleHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => !credentials.has(name)))
}
