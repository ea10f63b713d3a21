import { createTurns } from "#primitives/turns.ts"
import type { Realtime } from "../realtime.ts"
import type { Change } from "./payload.ts"
import type { Table } from "./tables.ts"
import { markRead, watchTables } from "./watch.ts"

/** Reads what other transactions kept in realtime.changes, in this process. */
interface Feed {
  /** Resolves when everything committed until now was read, so that the next change of these tables is the first. */
  watch(tables: readonly Table[]): Promise<void>
  /** Says how far it has read; run it every few seconds. */
  mark(): Promise<void>
  close(): Promise<void>
}

interface FeedOptions extends Pick<Realtime, "db" | "log" | "process"> {
  intervalMs: number
  /** For so long reading may fail before subscribers are told. */
  patienceMs: number
  /** What is subscribed to at the moment. */
  relations(): Iterable<string>
  /** Called one after the other. */
  receive(changes: readonly Change[]): Promise<void>
  /** Changes may have been missed. */
  onGap(): void
}

/** Changes of one statement are many: so many are in memory at once. */
const pageSize = 100
/** Others may take a process for dead between its registration and its first read, but hardly twice in a row. */
const attempts = 3

/**
 * A transaction's changes appear when it commits. The position is a snapshot of PostgreSQL: what it does not see is new, in
 * whatever order transactions began. So nothing is missed while a connection is lost, as long as the rows are there.
 */
export function createFeed(options: FeedOptions): Feed {
  const { db, log, process, intervalMs, patienceMs, relations, receive, onGap } = options
  let position: string | null = null
  /** Within a read that has begun: up to where, and the last change that was delivered. */
  let progress: { to: string; after: string } | null = null
  let failingSince: number | null = null
  let hasFailed = false
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let reading: Promise<void> = Promise.resolve()
  /** A process that gives up reading because nobody subscribes must not undo the registration of one who just does. */
  const alone = createTurns(1)

  function schedule() {
    clearTimeout(timer)
    if (isClosed || position === null) return
    timer = setTimeout(() => void read(), intervalMs).unref()
  }

  /** One after the other; never rejects. */
  function read(): Promise<void> {
    reading = reading.then(readOnce).then(
      () => {
        failingSince = null
        hasFailed = false
      },
      (error) => {
        hasFailed = true
        // While a table is locked changes wait for it, as the writers of that table do: none is missed, however long it takes.
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
      // Whoever took this process for dead, or a crash of PostgreSQL, removed what it had not read.
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
      // A page that was delivered is not delivered again when the next one fails.
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
