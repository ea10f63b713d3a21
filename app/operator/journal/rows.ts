import type { JournalLine } from "#domain/operator/read-journal.ts"
import { canUndo } from "#domain/operator/undo.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { fieldInWords, subjectInWords, valueInWords } from "./in-words.ts"

/** An entry as plain text. */
export interface JournalRow {
  id: number
  at: string
  operator: string
  says: string
  about: string
  /** The page of its subject; null if there is none. */
  path: string | null
  changes: string
  reason: string | null
  undo: string
  undoable: boolean
  batch: string | null
}

const paths: Record<string, (id: string) => string> = {
  activity: (id) => `/review/${id}`,
  account: (id) => `/people/${id}`,
  season: (id) => `/seasons/${id}`,
  place: (id) => `/seasons/${id.split(":")[0]}`,
  newsletter: (id) => `/newsletters/${id}`,
}

export function toRow(line: JournalLine): JournalRow {
  const { id, undoes, undoneBy, fields, before, after } = line
  return {
    id,
    at: momentInWords(line.at),
    operator: line.operator,
    says: line.says,
    about: subjectInWords(line.subject, line.subjectId, line.whom),
    path: paths[line.subject]?.(line.subjectId) ?? null,
    changes: shown(fields)
      .map((name) =>
        after
          ? `${fieldInWords(name)}: ${valueInWords(name, before?.[name])} → ${valueInWords(name, after[name])}`
          : `${fieldInWords(name)} (erased)`,
      )
      .join("; "),
    reason: line.reason,
    undo: undoes ? `takes back ${undoes}` : undoneBy ? `by ${undoneBy}` : "",
    undoable: !undoneBy && !undoes && after !== null && canUndo(line.command),
    batch: line.batch,
  }
}

/** Stays in teams are recorded so that they can be put back; what changed is in the other fields. */
function shown(fields: readonly string[]): string[] {
  return fields.filter((name) => name !== "stays")
}

/** The changes that undoing an entry would make: each of its fields, with the current and the new value. */
export function fieldsInWords({ fields, before, after }: JournalLine): [name: string, change: string][] {
  return shown(fields).map((name) => [
    fieldInWords(name),
    `${valueInWords(name, after?.[name])} → ${valueInWords(name, before?.[name])}`,
  ])
}
