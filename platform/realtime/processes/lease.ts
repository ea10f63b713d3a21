import type { Db } from "#ports/db.ts"
import type { Metas } from "./envelope.ts"

export interface PresenceRow {
  topic: string
  private: boolean
  key: string
  meta: Record<string, unknown>
}

/** Renews the lease of this process. Resolves to false if others have presumed it dead and removed its rows. */
export async function renewLease(db: Db, process: string): Promise<boolean> {
  const [row] = await db.sql<{ renewed: boolean }>`
    insert into realtime.processes (id) values (${process})
    on conflict (id) do update set seen_at = clock_timestamp()
    returning xmax <> 0 as renewed
  `
  return row?.renewed ?? false
}

/** Removes processes without a heartbeat for `silenceMs`, and returns the members who were present in them. */
export async function removeDead(db: Db, silenceMs: number): Promise<PresenceRow[]> {
  return db.sql<PresenceRow>`
    with dead as (
      select id from realtime.processes
      where seen_at < clock_timestamp() - ${silenceMs} * interval '1 millisecond' for update skip locked
    ), gone as (
      delete from realtime.presences where process in (select id from dead) returning topic, private, key, meta
    ), removed as (
      delete from realtime.processes where id in (select id from dead)
    )
    select * from gone
  `
}

/** Presences by key, as sent to clients. */
export function metasOf(rows: readonly Pick<PresenceRow, "key" | "meta">[]): Metas {
  const metas = new Map<string, { metas: Record<string, unknown>[] }>()
  for (const { key, meta } of rows) {
    const own = metas.get(key) ?? { metas: [] }
    own.metas.push(meta)
    metas.set(key, own)
  }
  return Object.fromEntries(metas)
}
