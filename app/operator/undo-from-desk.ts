import { redirect } from "react-router"
import { undo } from "#domain/operator/undo.ts"
import { type Answer, refused } from "./answer.ts"
import { enter, type RouteArgs } from "./enter.ts"

/**
 * Handles the "Undo" button of an entry. For commands that affect people immediately, redirects to a page that shows
 * the effect and asks for a reason (journal/undo.tsx).
 */
export async function undoFromDesk(
  args: RouteArgs,
  desk: string,
  given: { entry: FormDataEntryValue | null; words: Record<string, string>; text?: string },
) {
  const { world, operator } = enter(args, desk)
  const entry = Number(given.entry)
  const undone = await undo(world, operator, entry)
  if (undone.ok) return { ok: true, text: given.text ?? "Undone, with its own entry." } satisfies Answer
  if (undone.code === "reason_needed") return redirect(`/journal/${entry}/undo`)
  return refused(undone.code, given.words, args.request)
}
