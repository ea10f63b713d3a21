import type { CallerRole } from "../../gateway/contract.ts"
import type { Realtime } from "../realtime.ts"
import { Refusal } from "../refusal.ts"
import type { Binding } from "./binding.ts"
import { checkConditions } from "./conditions.ts"
import { deliverChanges } from "./deliver.ts"
import { createFeed } from "./feed.ts"
import { untilUnlocked } from "./locked.ts"
import type { Changes, Subscription } from "./subscriber.ts"
import { columnsFor, readTables, type Table } from "./tables.ts"
import { unwatchTables } from "./watch.ts"

type ChangesOptions = Pick<Realtime, "db" | "log" | "process" | "turn" | "limits">

export function createChanges({ db, log, process, turn, limits }: ChangesOptions): Changes {
  const subscriptions = new Set<Subscription>()
  /** Tables of subscriptions in progress. */
  const pending = new Set<readonly Table[]>()

  const feed = createFeed({
    db,
    log,
    process,
    intervalMs: limits.changesIntervalMs,
    patienceMs: limits.changesPatienceMs,
    relations: () => watched(),
    receive: (changes) => deliverChanges({ db, turn }, subscriptions, changes),
    onGap() {
      const told = [...subscriptions]
      subscriptions.clear()
      log.warn({ channels: told.length }, "Changes of tables may have been missed; subscribers were told")
      for (const { subscriber } of told) subscriber.lost()
    },
  })
  function watched(): Set<string> {
    const active = [...subscriptions].flatMap(({ resolved }) =>
      resolved.flatMap(({ relations }) => [...relations]),
    )
    return new Set([...active, ...[...pending].flat().map(({ oid }) => oid)])
  }

  return {
    async subscribe(subscriber) {
      const { role } = subscriber.caller()
      const resolved = []
      const tables = new Map<string, Table>()
      for (const binding of subscriber.bindings) {
        const named = await untilUnlocked(() => turn(() => resolve(db, binding, role)))
        for (const table of named) tables.set(table.oid, table)
        resolved.push({ binding, relations: new Set(named.map(({ oid }) => oid)) })
      }
      const wanted = [...tables.values()]
      pending.add(wanted)
      try {
        await feed.watch(wanted)
        const subscription = { subscriber, resolved }
        subscriptions.add(subscription)
        return () => void subscriptions.delete(subscription)
      } finally {
        pending.delete(wanted)
      }
    },
    mark: () => feed.mark(),
    prune: () => unwatchTables(db, log),
    close: () => feed.close(),
  }
}

/** The tables that a binding names, of those that the role may read. Throws a refusal. */
async function resolve(db: Realtime["db"], binding: Binding, role: CallerRole): Promise<Table[]> {
  const { event, schema, table: name, conditions, select } = binding
  const found = await readTables(db, { schema, name })
  const tables = found.filter((table) => columnsFor(table, role, null).length > 0)
  if (tables.length === 0)
    throw new Refusal(
      "RealtimeDisabledForConfiguration",
      "Unable to subscribe to changes with given parameters. Please check Realtime is enabled for the given connect " +
        `parameters: [event: ${event}, schema: ${schema}, table: ${name}]`,
    )
  for (const table of tables) {
    await checkConditions(db, table, role, conditions)
    const selectable = columnsFor(table, role, null).map(({ name }) => name)
    const hidden = select?.find((column) => !selectable.includes(column))
    if (hidden !== undefined) throw new Refusal("InvalidSubscription", `invalid column for select ${hidden}`)
  }
  return tables
}
