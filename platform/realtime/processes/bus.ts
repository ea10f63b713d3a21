import { randomUUID } from "node:crypto"
import type { Db } from "#ports/db.ts"
import type { Log } from "#ports/log.ts"
import type { RealtimeOptions } from "../options.ts"
import { type Envelope, envelope } from "./envelope.ts"

const channel = "b4m_realtime"
/** NOTIFY refuses payloads of 8,000 bytes or more. */
const largestNotification = 7_900
/** The maximum number of envelopes queued while PostgreSQL is unavailable; beyond it, the oldest are dropped. */
const mostWaiting = 10_000
/** How long a process waits for its own test message. */
const patienceMs = 15_000

export interface Bus {
  open(): Promise<void>
  /** Sends to the other processes soon: messages queued while a statement runs are sent with the next one. */
  send(message: Envelope): void
  /** Sends to all processes, including this one, when the transaction of `db` commits. */
  publish(db: Db, message: Envelope): Promise<void>
  /** Whether this process receives notifications from the database within some seconds. */
  isHeard(): Promise<boolean>
  close(): Promise<void>
}

interface BusOptions extends Pick<RealtimeOptions, "db" | "listen" | "log"> {
  /** Called one after the other, in the order of the commits. */
  receive(message: Exclude<Envelope, { kind: "relayed" | "heard" }>): void | Promise<void>
  /** Notifications may have been missed. */
  onReady(): void
}

/** Connects the processes of a site by LISTEN and NOTIFY; messages that are too large go through a table. */
export function createBus({ db, listen, log, receive, onReady }: BusOptions): Bus {
  let stop: (() => Promise<void>) | undefined
  let waiting: Envelope[] = []
  let flushing: Promise<void> | undefined
  let queue = Promise.resolve()
  const asked = new Map<string, () => void>()

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      try {
        await notify(db, batch)
      } catch (error) {
        logFailure(log, error, "Broadcasts did not reach the other processes")
      }
    }
  }

  async function open(text: string): Promise<void> {
    const message = envelope.parse(JSON.parse(text))
    if (message.kind === "heard") return asked.get(message.id)?.()
    if (message.kind !== "relayed") return receive(message)
    const rows = await db.sql<{ body: string }>`select body from realtime.relayed where id = ${message.id}`
    if (rows[0]) await open(rows[0].body)
  }

  return {
    async open() {
      stop = await listen(
        channel,
        (payload) => {
          queue = queue
            .then(() => open(payload))
            .catch((error) => logFailure(log, error, "A notification could not be delivered"))
        },
        onReady,
      )
    },
    send(message) {
      waiting.push(message)
      if (waiting.length > mostWaiting) waiting.shift()
      flushing ??= flush().finally(() => {
        flushing = undefined
      })
    },
    publish: (within, message) => notify(within, [message]),
    async isHeard() {
      const id = randomUUID()
      const { promise, resolve } = Promise.withResolvers<boolean>()
      asked.set(id, () => resolve(true))
      const timer = setTimeout(() => resolve(false), patienceMs).unref()
      try {
        await notify(db, [{ kind: "heard", id }])
        return await promise
      } catch (error) {
        logFailure(log, error, "The database could not be asked to answer")
        return false
      } finally {
        clearTimeout(timer)
        asked.delete(id)
      }
    },
    async close() {
      await stop?.()
      await flushing
      await queue
    },
  }
}

async function notify(db: Db, messages: readonly Envelope[]): Promise<void> {
  const texts = messages.map((message) => JSON.stringify(message))
  // One statement, which preserves the order.
  await db.sql`
    with given as (
      select body, place, large, case when large then nextval('realtime.relayed_id_seq') end as id
      from unnest(${texts}::text[]) with ordinality as text (body, place),
        lateral (select octet_length(body) > ${largestNotification} as large) as size
    ), kept as (
      insert into realtime.relayed (id, body) overriding system value select id, body from given where large
    )
    select pg_notify(${channel}, case when large then json_build_object('kind', 'relayed', 'id', id::text)::text else body end)
    from (select * from given order by place) ordered
  `
}

function logFailure(log: Log, error: unknown, message: string): void {
  log.error({ error: error instanceof Error ? error.message : "unknown" }, message)
}
