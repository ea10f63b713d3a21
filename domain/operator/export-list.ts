import type { World } from "#domain/world.ts"
import type { CommandName } from "./commands.ts"
import { act } from "./journal.ts"
import type { Operator } from "./roles.ts"

/** Notes in the journal that somebody takes a list of people out of the console. Errors: those of `act`. */
export function noteExport(world: World, operator: Operator, command: CommandName, list: string) {
  return act(world, operator, { command, subject: { kind: "list", id: list } }, async () => ({
    ok: true as const,
  }))
}
