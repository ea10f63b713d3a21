import { countOf } from "#content/amounts.ts"
import { bulk, mostInBulk } from "#domain/operator/bulk.ts"
import { batchOf } from "#domain/operator/press.ts"
import { batchSize } from "#domain/operator/read-journal.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { undoBatch } from "#domain/operator/undo.ts"
import type { World } from "#domain/world.ts"
import type { BulkCommand } from "./bulk-bar.tsx"
import { everyPage } from "./every-page.ts"

/** A desk's wording for commands on many rows. */
interface BulkDesk<Command extends BulkCommand> {
  world: World
  operator: Operator
  commands: readonly Command[]
  /** The noun for the rows, for sentences: "activities". */
  rows: string
  /** One page of the rows that match the filter in the address now. */
  read(window: { limit: number; offset: number }): Promise<readonly { id: string | number }[]>
  run(
    id: string,
    command: Command["name"],
    given: { batch: string; reason: string | null; dryRun: boolean },
  ): Promise<{ ok: true } | { ok: false; code: string }>
}

/**
 * Handles the forms around a list (bulk-bar.tsx, bulk-preview.tsx, undo-batch.tsx): first returns what a command would
 * do and, once confirmed, what it did. "All" evaluates the filter again, so that only rows that match now are changed.
 */
export async function answerBulk<Command extends BulkCommand>(form: FormData, desk: BulkDesk<Command>) {
  const { world, operator, commands, rows } = desk
  const undone = form.get("undo-batch")
  if (typeof undone === "string") {
    const { undone: count, refused } = await undoBatch(world, operator, undone)
    if (count + refused === 0) return { ok: true, text: "All of it is undone." }
    return { ok: true, text: `${count} undone${refused ? `, ${refused} were changed since` : ""}.` }
  }
  const command = commands.find(({ name }) => name === form.get("bulk"))
  if (!command) return { ok: false, text: "Choose what to do." }
  const all = form.get("all") === "yes"
  const ids = all ? await matching(desk) : form.getAll("id").filter((id) => typeof id === "string")
  const wanted = batchOf(operator)
  // The first tap of a double tap has left no matching rows.
  if (ids.length === 0 && (await batchSize(world.db, wanted)) > 0)
    return { ok: true, text: `${command.label}: done, once.`, batch: wanted }
  if (ids.length === 0) return { ok: false, text: `Select ${rows} first, or select all that match.` }
  if (ids.length > mostInBulk)
    return {
      ok: false,
      text: `More than ${countOf(mostInBulk, "row")} match, the most that can be changed at once. Narrow the filter.`,
    }
  const written = form.getAll("reason").find((one) => typeof one === "string" && one.trim() !== "")
  const reason = typeof written === "string" ? written.slice(0, 1000) : null
  const confirmed = form.get("confirmed") === "yes"
  const { batch, ...findings } = await bulk(
    ids,
    (id, batch) => desk.run(id, command.name, { batch, reason, dryRun: !confirmed }),
    wanted,
  )
  const { name, label } = command
  if (!confirmed)
    return {
      preview: { label, command: name as string, reason: reason ?? "", ids: all ? null : ids, findings },
    }
  return { ok: true, text: `${label}: ${findings.possible} of ${findings.matched}.`, batch }
}

async function matching({ read }: Pick<BulkDesk<BulkCommand>, "read">): Promise<string[]> {
  const ids: string[] = []
  for await (const { id } of everyPage(read)) {
    ids.push(String(id))
    if (ids.length > mostInBulk) break
  }
  return ids
}
