import type { World } from "#domain/world.ts"
import type { CommandName } from "./commands.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

/** Records in the journal that somebody exports a list of people from the console. Errors: those of `act`. */
export function noteExport(world: World, operator: Operator, command: CommandName, list: string) {
  return act(world, operator, { command, subject: { kind: "list", id: list } }, async () => ({
    ok: true as const,
  }))
}
