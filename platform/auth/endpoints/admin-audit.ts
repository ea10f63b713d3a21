import type { Context } from "hono"
import type { Auth } from "../auth.ts"
import { requireAdmin } from "../http/caller.ts"
import { addPageHeaders, readPage } from "./admin-page.ts"

/** GET /admin/audit: account events, newest first. */
export const adminAudit = (auth: Auth) => async (c: Context) => {
  await requireAdmin(auth, c)
  const page = readPage(c)
  const entries = await auth.db.sql<{ created_at: Date }>`
    select id, payload, created_at, ip_address from auth.audit_log_entries
    order by created_at desc, id limit ${page.perPage} offset ${page.offset}`
  const [counted] = (await auth.db.sql`select count(*)::int as total from auth.audit_log_entries`) as [
    { total: number },
  ]
  addPageHeaders(auth, c, "/admin/audit", page, counted.total)
  return c.json(entries)
}
