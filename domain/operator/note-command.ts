import type { World } from "#domain/world.ts"
import type { CommandName } from "./commands.ts"
import { act, type Subject } from "./journal.ts"
import type { Operator } from "./roles.ts"

/**
 * Writes the entry of a command that works outside the database, such as at a service, or in separate transactions.
 * Errors: those of `act`.
 */
export function noteCommand(
  world: Pick<World, "db" | "now">,
  operator: Operator,
  { command, subject }: { command: CommandName; subject: Subject },
) {
  return act(world, operator, { command, subject }, async () => ({ ok: true as const }))
}
