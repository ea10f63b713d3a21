import { linesAbout } from "#domain/operator/read-journal.ts"
import { canUndo } from "#domain/operator/undo.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"

/** The journal of one subject, for `JournalLines`; entries that nobody has undone yet can be undone. */
export async function journalOf(world: World, about: { subject: string; id: string }) {
  const lines = await linesAbout(world.db, about)
  return lines.map(({ id, at, operator, says, reason, command, before, undoneBy }) => ({
    id,
    at: momentInWords(at),
    operator,
    says,
    reason,
    canUndo: canUndo(command) && before !== null && undoneBy === null,
  }))
}
