import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import type { Operator } from "./roles.ts"

/** The entry to reverse. */
export interface Undoable {
  id: number
  subjectId: string
  before: Record<string, unknown>
  after: Record<string, unknown>
  /** The reason for reversing it, in the operator's words. */
  reason: string | null
}

export type Undone = { ok: true } | Refusal

/** Reverses a command by performing another one, with its own entry. */
export type Inverse = (world: World, operator: Operator, entry: Undoable) => Promise<Undone>
