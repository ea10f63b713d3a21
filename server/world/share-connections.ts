import type { Env } from "../process/env.ts"

/**
 * How a process uses the connections of DATABASE_POOL: one listens for notifications, with a replica one compares it with
 * the primary, and the others run statements. The Data API, if this process provides it, shares these, using at most four tenths of them at once, so that pages never
 * wait for it. Migrations close their connection before the others are opened.
 */
export function shareConnections({
  DATABASE_POOL: all,
  DATABASE_READ_URL: replica,
  SUPABASE_URL: project,
  POSTGREST_URL: postgrest,
}: Pick<Env, "DATABASE_POOL" | "DATABASE_READ_URL" | "SUPABASE_URL" | "POSTGREST_URL">): {
  statements: number
  dataApi: number
} {
  const statements = all - (replica ? 2 : 1)
  return { statements, dataApi: project || postgrest ? 0 : Math.max(1, Math.round(statements * 0.4)) }
}
