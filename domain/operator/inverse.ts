import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { Operator } from "./roles.ts"

/** The entry that is to be taken back. */
export interface Undoable {
  id: number
  subjectId: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** Why it is taken back, in the operator's words. */
  reason: string | null
}

export type Undone = { ok: true } | Refusal

/** Takes a command back by performing another one, with its own entry. */
export type Inverse = (world: World, operator: Operator, entry: Undoable) => Promise<Undone>
