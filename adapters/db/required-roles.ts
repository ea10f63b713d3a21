import type { Db } from "#ports/db.ts"

interface Standing {
  user: string
  passes: boolean
  creates: boolean
}

const requestRoles = ["anon", "authenticated", "service_role"] as const

/**
 * The statements that a superuser has to run once before this owner can apply the platform's migrations; null if
 * nothing is missing. Roles belong to the whole server: an owner without CREATEROLE cannot create them, and since
 * PostgreSQL 16 an owner cannot grant itself roles that the owner of another database created.
 */
export async function missingRoleStatements(db: Db): Promise<string | null> {
  // Until PostgreSQL 15, CREATEROLE was enough to grant any role that is not a superuser.
  const [standing] = await db.sql<Standing>`
    select current_user::text as user,
      rolsuper or rolcreaterole and current_setting('server_version_num')::int < 160000 as passes,
      rolcreaterole as creates
    from pg_roles where rolname = current_user`
  if (!standing || standing.passes) return null
  const there = await db.sql<{ name: string; granted: boolean }>`
    select rolname as name, pg_has_role(current_user, oid, 'member with admin option') as granted
    from pg_roles where rolname in ${db.sql([...requestRoles, "authenticator"])}`
  const isThere = (role: string) => there.some(({ name }) => name === role)
  const missing = [...requestRoles, "authenticator"].filter((role) => !standing.creates && !isThere(role))
  const foreign = requestRoles.filter((role) =>
    isThere(role) ? !there.some(({ name, granted }) => name === role && granted) : missing.includes(role),
  )
  if (missing.length + foreign.length === 0) return null
  return [
    ...missing.map((role) => `create role ${role} noinherit ${attributes[role] ?? "nologin"};`),
    ...(foreign.length > 0
      ? [`grant ${foreign.join(", ")} to ${quoted(standing.user)} with admin option;`]
      : []),
  ].join(" ")
}

const attributes: Record<string, string> = {
  authenticator: "login",
  service_role: "nologin bypassrls",
}

function quoted(name: string): string {
  return /^[a-z_][a-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`
}
