import type { Realtime } from "../realtime.ts"
import type { Binding } from "./binding.ts"
import { type Passed, passFilters } from "./conditions.ts"
import type { Condition } from "./filter.ts"
import { type Change, encodeChange, errorData, errors, readData } from "./payload.ts"
import { type Audience, audiencesOf, type Subscription } from "./subscriber.ts"
import { columnsFor, isSecuredFor, readTables, type Table } from "./tables.ts"
import { type Asking, isSameForAll, readQuestions, seenBy, type Visible } from "./visible.ts"

interface Frame {
  audience: Audience
  text: string
}

/** Sends changes to the subscribers whose bindings and filters they match and whose policies let them see the row. */
export async function deliverChanges(
  { db, turn }: Pick<Realtime, "db" | "turn">,
  subscriptions: Iterable<Subscription>,
  changes: readonly Change[],
): Promise<void> {
  const audiences = audiencesOf(subscriptions)
  const frames = new Map<string, Frame[]>(changes.map(({ id }) => [id, []]))
  const oids = [...new Set(changes.map(({ relation }) => relation))]
  const tables = await turn(() => readTables(db, { oids }))
  for (const table of tables) {
    const own = changes.filter(({ relation, type }) => relation === table.oid && table.types.includes(type))
    await addFrames(db, turn, { table, changes: own, audiences, frames })
  }
  // In the order of the changes, across tables.
  for (const { id } of changes) {
    for (const { audience, text } of frames.get(id) ?? []) {
      for (const subscriber of audience.subscribers) subscriber.write(text)
    }
  }
}

interface OfTable {
  table: Table
  changes: readonly Change[]
  audiences: readonly Audience[]
  frames: Map<string, Frame[]>
}

/** A binding of an audience with the changes that match it. */
interface Asked {
  audience: Audience
  binding: Binding
  changes: readonly Change[]
}

async function addFrames(db: Realtime["db"], turn: Realtime["turn"], of: OfTable): Promise<void> {
  const { table, frames } = of
  const asked = await turn(() => filterAsked(db, of))
  const seen = await seeRows(db, turn, table, asked)
  const data = new Map<string, Awaited<ReturnType<typeof readData>>>()
  /** Bindings of one audience that get the same `data` share a frame. */
  const grouped = new Map<Audience, Map<string, { change: Change; data: string; ids: number[] }>>()
  for (const { audience, binding, changes } of asked) {
    const { role } = audience.caller
    const columns = JSON.stringify([role, binding.select])
    const visible = seen.get(audience.callerName)
    for (const change of changes) {
      const error = errorOf(table, change, audience, visible)
      if (error === "hidden") continue
      if (!error && !data.has(columns)) {
        const wanted = of.changes
        data.set(columns, await turn(() => readData(db, table, wanted, { role, select: binding.select })))
      }
      const showsOld = visible?.get(change.id)?.oldKey ?? true
      const text = error ? errorData(table, change, error) : data.get(columns)?.(change, showsOld)
      if (text === undefined) continue
      const groups = grouped.get(audience) ?? new Map()
      grouped.set(audience, groups)
      const name = `${change.id} ${error ?? columns} ${showsOld}`
      const group = groups.get(name) ?? { change, data: text, ids: [] }
      groups.set(name, group)
      group.ids.push(binding.id)
    }
  }
  for (const [audience, groups] of grouped) {
    for (const { change, data: text, ids } of groups.values())
      frames
        .get(change.id)
        ?.push({ audience, text: encodeChange(audience.topic, audience.version, ids, text) })
  }
}

/** Why the audience does not get the row; "hidden" if it gets nothing at all. */
function errorOf(
  table: Table,
  { id, type }: Change,
  { caller: { role } }: Audience,
  visible: Visible | undefined,
): string | null {
  const isDelete = type === "DELETE"
  if (isDelete && columnsFor(table, role, null).length === 0) return "hidden"
  if (isDelete && !isSecuredFor(table, role)) return null
  const keys = table.columns.filter(({ isKey }) => isKey)
  if (keys.length === 0) return errors.noKey
  if (keys.some(({ roles }) => !roles.includes(role))) return errors.hiddenKey
  if (visible === null) return errors.failed
  return visible && !visible.get(id)?.[isDelete ? "oldKey" : "record"] ? "hidden" : null
}

/** For every binding, the changes of its event type that pass its filter. */
async function filterAsked(db: Realtime["db"], { table, changes, audiences }: OfTable): Promise<Asked[]> {
  const asked: Asked[] = []
  const filters = new Map<string, readonly Condition[]>()
  for (const audience of audiences) {
    for (const { binding, relations } of audience.resolved) {
      const { event, conditions } = binding
      if (!relations.has(table.oid)) continue
      // A role may have lost a column since it subscribed.
      const selectable = new Set(columnsFor(table, audience.caller.role, null).map(({ name }) => name))
      if (conditions.some(({ column }) => !selectable.has(column))) continue
      const wanted = changes.filter(({ type }) => event === "*" || event === type)
      if (wanted.length === 0) continue
      asked.push({ audience, binding, changes: wanted })
      if (conditions.length > 0) filters.set(JSON.stringify(conditions), conditions)
    }
  }
  if (filters.size === 0) return asked
  const passed: Passed = await passFilters(
    db,
    table,
    changes.map(({ id }) => id),
    [...filters.values()],
  )
  return asked.map((one) => {
    const { conditions } = one.binding
    if (conditions.length === 0) return one
    const ids = passed.get(filters.get(JSON.stringify(conditions)) ?? [])
    return { ...one, changes: one.changes.filter(({ id }) => ids?.has(id)) }
  })
}

/**
 * The changes visible to each caller under its policies; no entry if no policy applies. Evaluated once for all sockets
 * of a caller, or of a role where the policies do not ask who reads, and for many callers of a role in one statement.
 */
async function seeRows(
  db: Realtime["db"],
  turn: Realtime["turn"],
  table: Table,
  asked: readonly Asked[],
): Promise<Map<string, Visible>> {
  const seen = new Map<string, Visible>()
  const keys = table.columns.filter(({ isKey }) => isKey)
  if (keys.length === 0) return seen
  const byCaller = new Map<string, Asking & { ids: Set<string>; names: Set<string> }>()
  for (const { audience, changes } of asked) {
    const { role } = audience.caller
    if (!isSecuredFor(table, role) || keys.some(({ roles }) => !roles.includes(role))) continue
    const name = isSameForAll(table, role) ? role : audience.callerName
    const entry = byCaller.get(name) ?? { caller: audience.caller, ids: new Set(), names: new Set() }
    byCaller.set(name, entry)
    entry.names.add(audience.callerName)
    for (const { id } of changes) entry.ids.add(id)
  }
  const ids = [...new Set([...byCaller.values()].flatMap((entry) => [...entry.ids]))]
  if (ids.length === 0) return seen
  const questions = await turn(() => readQuestions(db, table, ids))
  const byRole = Map.groupBy(byCaller.values(), ({ caller }) => caller.role)
  await Promise.all(
    [...byRole.values()].map(async (asking) => {
      const visible = await seenBy({ db, turn }, table, asking, questions)
      for (const [index, { names }] of asking.entries())
        for (const name of names) seen.set(name, visible[index] ?? null)
    }),
  )
  return seen
}
