import { linesAbout } from "#domain/operator/read-journal.ts"
import { canUndo } from "#domain/operator/undo.ts"
import { momentInWords } from "#domain/site-clock.ts"
import type { World } from "#domain/world.ts"

/** The journal of one subject or session, for `JournalLines`; entries that nobody has undone yet can be undone. */
export async function journalOf(world: World, about: Parameters<typeof linesAbout>[1]) {
  const lines = await linesAbout(world.db, about)
  return lines.map(({ id, at, operator, says, whom, reason, command, before, undoneBy }) => ({
    id,
    at: momentInWords(at),
    operator,
    // Of a session's spots and of members of teams, the line says whose.
    says: ("session" in about || "teams" in about) && whom ? `${says}: ${whom}` : says,
    reason,
    canUndo: canUndo(command) && before !== null && undoneBy === null,
  }))
}
