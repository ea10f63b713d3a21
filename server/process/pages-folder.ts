import { join } from "node:path"
import type { Env } from "./env.ts"

/**
 * Where rendered pages are kept for a start without the database (server/waiting.ts). An embedded database starts with the
 * site, so there is nothing to keep.
 */
export function pagesFolder({
  DATABASE_URL,
  DATA_DIR,
}: Pick<Env, "DATABASE_URL" | "DATA_DIR">): string | undefined {
  return DATABASE_URL === undefined ? undefined : join(DATA_DIR, "pages")
}
