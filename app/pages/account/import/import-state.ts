import type { ImportOutcome, OwnImport } from "#domain/competition/account/imports.ts"
import type { Sending } from "./use-send.ts"

export type FileState =
  | { kind: "sending"; percent: number }
  | { kind: "missing" }
  | { kind: "waiting" }
  | {
      kind: "done"
      activities: number
      recordings: number
      refused: ImportOutcome[]
      /** Stored, with a note. */
      noted: ImportOutcome[]
    }

/** A file of an import and its progress. */
export interface FileLine {
  name: string
  state: FileState
}

/** Every file of an import in the order chosen. An import started by command has outcomes only. */
export function linesOf(row: OwnImport, sending: Sending | null): FileLine[] {
  const byUpload = outcomesByUpload(row)
  const lines = row.uploads.map((upload): FileLine => {
    const outcomes = byUpload.get(upload.name) ?? []
    const { name } = upload
    if (upload.isRead || outcomes.length > 0) return { name, state: done(outcomes) }
    if (upload.isReceived) return { name, state: { kind: "waiting" } }
    if (!sending) return { name, state: { kind: "missing" } }
    const sent = sending.sent[upload.file] ?? 0
    const percent = upload.size > 0 ? Math.floor((sent / upload.size) * 100) : 0
    return { name, state: { kind: "sending", percent } }
  })
  const loose = byUpload.get(null) ?? []
  return [...lines, ...loose.map((outcome) => ({ name: outcome.name, state: done([outcome]) }))]
}

function outcomesByUpload(row: OwnImport): Map<string | null, ImportOutcome[]> {
  const names = new Set(row.uploads.map(({ name }) => name))
  return Map.groupBy(row.outcomes, ({ name }) => {
    if (names.has(name)) return name
    // In an archive: "export.zip/activities/1.fit". A plain file name has no slash.
    const archive = name.slice(0, Math.max(0, name.indexOf("/")))
    return names.has(archive) ? archive : null
  })
}

function done(outcomes: readonly ImportOutcome[]): FileState {
  return {
    kind: "done",
    activities: outcomes.reduce((sum, { activities }) => sum + activities, 0),
    recordings: outcomes.length,
    refused: outcomes.filter(({ outcome }) => outcome === "refused"),
    noted: outcomes.filter(({ outcome, reason }) => outcome === "stored" && reason !== null),
  }
}
