import { reportLimits } from "#content/reports.ts"
import { block, unblock } from "#domain/community/block.ts"
import { objectToDecision } from "#domain/community/objection.ts"
import type { World } from "#domain/world.ts"
import { blockRefusals } from "../../community-acts/block-refusals.ts"
import type { Refused, Typed } from "../member-action.ts"

const objectionRefusals = {
  unknown: "This decision was changed meanwhile.",
  already_objected: "You have objected to this already, and somebody reads it.",
  too_late: "This was decided too long ago to object here. Write to us instead.",
}

/** Saves a form of the page: blocks somebody from the name of a cheer, ends a block, or objects to a decision. */
export async function saveCheers(world: World, userId: string, typed: Typed): Promise<Refused | null> {
  const { form, athlete = "" } = typed
  if (form === "object") {
    const decision = /^\d{1,15}$/.test(typed.decision ?? "") ? Number(typed.decision) : 0
    const text = (typed.text ?? "").trim().slice(0, reportLimits.objection)
    if (text === "") return { status: 422, code: "invalid", problem: "Write why you object." }
    const done = await objectToDecision(world, userId, { decision, text })
    return done.ok ? null : { status: 409, code: done.code, problem: objectionRefusals[done.code] }
  }
  const done = await (form === "block" ? block : unblock)(world, userId, athlete)
  return done.ok ? null : { status: 409, code: done.code, problem: blockRefusals[done.code] }
}
