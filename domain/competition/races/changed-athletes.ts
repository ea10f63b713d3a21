import type { Db } from "#ports/db.ts"

/** Changes are kept for two hours (maintain.ts); a reader that has not read for one hour starts again. */
const staleMs = 3_600_000

interface ChangedAthletes {
  /**
   * The athletes whose activities changed since the last call, each committed change once, regardless of the order in
   * which transactions commit; null if they are unknown: at the first call, and after an hour without one.
   */
  read(db: Pick<Db, "sql">): Promise<number[] | null>
}

/** Follows private.athlete_changes for one reader, by comparing snapshots. */
export function followChangedAthletes(): ChangedAthletes {
  let seen: string | undefined
  let seenAt = Number.NEGATIVE_INFINITY
  return {
    async read({ sql }) {
      const since = performance.now() - seenAt > staleMs ? undefined : seen
      const rows = await sql<{ seen: string; athletes: number[] | null }>`
        select snapshot.seen::text as seen, c.athletes::float8[] as athletes
        from (select pg_current_snapshot() as seen) snapshot
        left join private.athlete_changes c
          on c.xid >= pg_snapshot_xmin(${since ?? null}::text::pg_snapshot)
          and not pg_visible_in_snapshot(c.xid, ${since ?? null}::text::pg_snapshot)`
      seen = rows[0]?.seen
      seenAt = performance.now()
      return since === undefined ? null : [...new Set(rows.flatMap(({ athletes }) => athletes ?? []))]
    },
  }
}
