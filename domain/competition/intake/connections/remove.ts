import type { World } from "#domain/world.ts"
import { onRemoved } from "../../pipeline.ts"
import type { RecordName } from "../../scoring/plan.ts"

/** Activities per transaction: each transaction blocks new activities of the athlete. */
const perStep = 200

/** Removes any number of an athlete's activities, step by step. Idempotent: after a kill, a repeat removes the rest. */
export async function removeInSteps(
  world: World,
  athleteId: number,
  names: readonly RecordName[],
): Promise<void> {
  for (let at = 0; at < names.length; at += perStep)
    await onRemoved(world, athleteId, names.slice(at, at + perStep))
}
