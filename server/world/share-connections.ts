import type { Env } from "../env.ts"

/**
 * How a process divides the connections of DATABASE_POOL: one listens for notifications, about a quarter serve the Data API
 * if this process provides it, and the rest run the site's own queries. Migrations close their connection before the others
 * are opened.
 */
export function shareConnections({
  DATABASE_POOL: all,
  SUPABASE_URL: project,
  POSTGREST_URL: postgrest,
}: Pick<Env, "DATABASE_POOL" | "SUPABASE_URL" | "POSTGREST_URL">): { statements: number; dataApi: number } {
  const dataApi = project || postgrest ? 0 : Math.max(1, Math.round((all - 1) * 0.28))
  return { statements: all - 1 - dataApi, dataApi }
}
