import type { Db } from "#ports/db.ts"

/** How an account, or a visitor (null), sees the athlete `a`, for `private.display`: SQL of its first argument. */
export function viewerKind({ sql }: Pick<Db, "sql">, userId: string | null) {
  return sql`case
    when a.user_id = ${userId}::uuid then 'owner'
    when a.id = any ((select private.apart_from(${userId}::uuid))::bigint[]) then 'apart'
    when exists (select from athletes where user_id = ${userId}::uuid) then 'member'
    else 'anonymous'
  end`
}

/** Who may see points from sources that by their terms show them to members only, for `private.display`. */
export function displayOf({ sql }: Pick<Db, "sql">) {
  return sql`(select value from private.settings where settings.name = 'strava_display')`
}

/**
 * What an account, or a visitor (null), may see of the athlete `a`: a call of `private.display`.
 * @param restricted SQL: whether the data that it is about holds points that a source shows to members only
 */
export function displayTo(db: Pick<Db, "sql">, userId: string | null, restricted = db.sql`false`) {
  return db.sql`private.display(
    ${viewerKind(db, userId)}, a.visibility, a.restricted_data, ${restricted}, ${displayOf(db)}
  )`
}

/** The same for every visitor, on pages that are equal for everybody. */
export function displayToVisitors(db: Pick<Db, "sql">, restricted = db.sql`false`) {
  return db.sql`private.display('anonymous', a.visibility, a.restricted_data, ${restricted}, ${displayOf(db)})`
}

/** Whether visitors may see points from sources that by their terms show them to members only. */
export async function showsRestricted(db: Pick<Db, "sql">): Promise<boolean> {
  const [row] = await db.sql<{ shows: boolean | null }>`select ${displayOf(db)} = 'public' as shows`
  return row?.shows ?? false
}

/** The athlete of an account; null when it has not joined. */
export async function athleteIdOf({ sql }: Pick<Db, "sql">, userId: string): Promise<number | null> {
  const [row] = await sql<{ id: number }>`select id::float8 as id from athletes where user_id = ${userId}`
  return row?.id ?? null
}
