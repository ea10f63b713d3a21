import { createTurns } from "#primitives/turns.ts"
import type { Realtime } from "../realtime.ts"
import type { Change } from "./payload.ts"
import type { Table } from "./tables.ts"
import { markRead, watchTables } from "./watch.ts"

/** Reads the changes stored by other transactions in realtime.changes, for this process. */
interface Feed {
  /**
   * Resolves when all changes committed so far have been read, so that the next change of these tables is the first one
   * delivered.
   */
  watch(tables: readonly Table[]): Promise<void>
  /** Stores the read position; run it every few seconds. */
  mark(): Promise<void>
  close(): Promise<void>
}

interface FeedOptions extends Pick<Realtime, "db" | "log" | "process"> {
  intervalMs: number
  /** How long reading may fail before subscribers are notified. */
  patienceMs: number
  /** The tables with current subscriptions. */
  relations(): Iterable<string>
  /** Calls do not overlap. */
  receive(changes: readonly Change[]): Promise<void>
  /** Called when changes may have been missed. */
  onGap(): void
}

/** A statement can make many changes; this many are in memory at once. */
const pageSize = 100
/** Others may presume a process dead between its registration and its first read, but hardly twice in a row. */
const attempts = 3

/**
 * A transaction's changes appear when it commits. The position is a PostgreSQL snapshot: changes not visible in it are
 * new, regardless of the order in which transactions began. Nothing is missed during a lost connection, as long as the
 * rows exist.
 */
export function createFeed(options: FeedOptions): Feed {
  const { db, log, process, intervalMs, patienceMs, relations, receive, onGap } = options
  let position: string | null = null
  /** The state of an unfinished read: its end position, and the last change that was delivered. */
  let progress: { to: string; after: string } | null = null
  let failingSince: number | null = null
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let reading: Promise<void> = Promise.resolve()
  /** A process that stops reading because nobody subscribes must not undo the registration of a new subscriber. */
  const alone = createTurns(1)

  function schedule() {
    clearTimeout(timer)
    if (isClosed || position === null) return
    timer = setTimeout(() => void read(), intervalMs).unref()
  }

  /** Runs do not overlap; never rejects. */
  function read(): Promise<void> {
    reading = reading.then(readOnce).then(
      () => {
        failingSince = null
        hasFailed = false
      },
      (error) => {
        hasFailed = true
        // While a table is locked, changes wait, as do its writers, so none is missed, no matter how long it takes.
        if (Object(error).code !== "55P03") fail(error)
      },
    )
    return reading.finally(schedule)
  }

  function fail(error: unknown) {
    const now = performance.now()
    if (failingSince === null) {
      failingSince = now
      log.error({ error: Object(error).message }, "Changes of tables could not be read")
    } else if (now - failingSince > patienceMs) {
      failingSince = null
      lose()
    }
  }

  function lose() {
    position = null
    progress = null
    onGap()
  }

  async function readOnce() {
    const from = position
    if (from === null) return
    for (;;) {
      const rows: Row[] = await readPage(from, progress)
      if (isClosed || position !== from) return
      const [first] = rows
      // Another process that presumed this one dead, or a crash of PostgreSQL, removed the unread changes.
      if (!first?.isReader) return lose()
      const changes = rows.filter((row): row is Row & Change => row.id !== null)
      if (changes.length > 0) await receive(changes)
      if (position !== from) return
      const to: string = progress?.to ?? first.next
      if (changes.length < pageSize) {
        position = to
        progress = null
        return
      }
      // A delivered page is not delivered again if the next one fails.
      progress = { to, after: changes.at(-1)?.id ?? "0" }
    }
  }

  async function readPage(from: string, within: typeof progress): Promise<Row[]> {
    return (await db.query(
      `with state as (
         select pg_current_snapshot() as next, exists (select from realtime.readers where process = $2::uuid) as "isReader"
       )
       select state.next::text as next, state."isReader", c.*
       from state left join lateral (
         select id::text as id, relation::text as relation, type, cut,
           to_char(changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at
         from realtime.changes
         where transaction >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(transaction, $1::pg_snapshot)
           and ($3::pg_snapshot is null or pg_visible_in_snapshot(transaction, $3::pg_snapshot))
           and changes.id > $4::bigint and relation = any($5::oid[])
         order by changes.id limit ${pageSize}
       ) c on true
       order by c.id::bigint`,
      [from, process, within?.to ?? null, within?.after ?? "0", [...relations()]],
    )) as unknown as Row[]
  }

  return {
    watch: (tables) =>
      alone(async () => {
        if (isClosed) return
        for (let attempt = 1; attempt <= attempts; attempt++) {
          const started = await watchTables(db, process, tables)
          position ??= started
          await read()
          if (!hasFailed && position !== null) return
        }
        throw new Error("Changes of tables cannot be read at the moment")
      }),
    mark: () =>
      alone(async () => {
        if (isClosed) return
        const wanted = [...relations()]
        if (wanted.length === 0) {
          position = null
          progress = null
          clearTimeout(timer)
        }
        await markRead(db, process, position === null ? null : { position, relations: wanted })
      }),
    async close() {
      isClosed = true
      clearTimeout(timer)
      await reading
    },
  }
}

type Row = { next: string; isReader: boolean } & (Change | { id: null })
