import { userInfo } from "node:os"
import type { CommandName } from "#domain/operator/commands.ts"
import type { Subject } from "#domain/operator/journal.ts"
import { noteCommand } from "#domain/operator/note-command.ts"
import { shellOperator } from "#domain/operator/roles.ts"
import type { Db } from "#ports/db.ts"

/** Writes the journal entry of a shell command that works outside the database or in its own transactions. */
export async function noteInShell(db: Db, command: CommandName, subject: Subject): Promise<void> {
  const now = new Date()
  const operator = shellOperator(userInfo().username, now)
  const noted = await noteCommand({ db, now: () => now }, operator, { command, subject })
  if (!noted.ok) throw new Error(`The journal refused: ${noted.code}`)
}
