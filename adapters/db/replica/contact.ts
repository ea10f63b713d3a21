import type { Db } from "#ports/db.ts"
import type { Position } from "./lag.ts"

interface Identity {
  /** The same for a primary and its replicas, and for no other server. */
  cluster: string
  database: string
  isReplica: boolean
}

/** Why a server cannot serve as the replica of another one; null if it can. */
export async function unfitAsReplica(replica: Db, primary: Db): Promise<string | null> {
  const [there, here] = await Promise.all([identityOf(replica), identityOf(primary)])
  if (there.cluster !== here.cluster || there.database !== here.database)
    return "it leads to another database"
  return there.isReplica ? null : "the server there is no replica, but accepts writes"
}

async function identityOf(db: Db): Promise<Identity> {
  const [row] = await db.sql<Identity>`
    select system_identifier::text as cluster, current_database()::text as database,
      pg_is_in_recovery() as "isReplica"
    from pg_control_system()
  `
  if (!row) throw new Error("The query for the identity of a database returned no row")
  return row
}

/** The position up to which the primary's log is safe on disk: everything that was committed, unless without waiting for the disk. */
export function flushedPosition(primary: Db): Promise<Position> {
  return position(primary.sql`select pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::text as position`)
}

/** The end of the primary's log: everything that anyone can see, even if it was committed without waiting for the disk. */
export function writtenPosition(primary: Db): Promise<Position> {
  return position(primary.sql`select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as position`)
}

/** The position up to which the replica has applied the log. Throws if the server is not a replica, or not any longer. */
export async function replayedPosition(replica: Db): Promise<Position> {
  return position(replica.sql`
    select case when pg_is_in_recovery() then pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0') end::text as position
  `)
}

async function position(rows: PromiseLike<Record<string, unknown>[]>): Promise<Position> {
  const [row] = await rows
  if (typeof row?.position === "string") return BigInt(row.position)
  throw new Error("The server is no replica, but accepts writes")
}
