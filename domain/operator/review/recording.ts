import { fetchOriginal } from "#domain/competition/originals/fetch.ts"
import type { World } from "#domain/world.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"
import { subjectOf } from "./decide.ts"

/**
 * The original file of an activity for an operator; the read is recorded in the journal. Errors: those of `act` and
 * `fetchOriginal`.
 */
export async function readRecording(world: World, operator: Operator, id: number) {
  const subject = await subjectOf(world.db, id)
  return act(world, operator, { command: "review.file", subject }, (inside) => fetchOriginal(inside, id))
}
