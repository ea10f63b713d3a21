import { cheerRefusals, isCheerPhrase } from "#content/cheers.ts"
import { cheer, takeBack } from "#domain/community/cheer.ts"
import type { World } from "#domain/world.ts"
import type { Refused, Typed } from "../account/member-action.ts"

/** Saves the form of one day (cheer-form.tsx): gives the cheer, changes its words, or takes it back. */
export async function saveCheer(
  world: World,
  userId: string,
  athlete: string,
  typed: Typed,
): Promise<Refused | null> {
  const on = typed.on ?? ""
  const phrase = isCheerPhrase(typed.phrase) ? typed.phrase : null
  const done =
    typed.do === "take-back"
      ? await takeBack(world, userId, { athlete, on })
      : await cheer(world, userId, { athlete, on, phrase })
  return done.ok ? null : { status: 409, code: done.code, problem: cheerRefusals[done.code] }
}
