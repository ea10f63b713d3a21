import { linesAbout } from "#domain/operator/read-journal.ts"
import { canUndo } from "#domain/operator/undo.ts"
import type { World } from "#domain/world.ts"

/** A command that was just performed, to offer an undo if possible. */
export interface Done {
  entry: number
  says: string
  undoable: boolean
}

/** The command that led to this page, from the entry in its address ("done"). */
export async function readDone(world: World, request: Request): Promise<Done | null> {
  const entry = Number(new URL(request.url).searchParams.get("done"))
  if (!Number.isSafeInteger(entry) || entry <= 0) return null
  const [line] = await linesAbout(world.db, { entry })
  return line
    ? { entry, says: line.whom ? `${line.says}: ${line.whom}` : line.says, undoable: canUndo(line.command) }
    : null
}
