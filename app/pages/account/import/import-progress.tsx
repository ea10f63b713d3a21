import { countOf } from "#content/amounts.ts"
import type { OwnImport } from "#domain/competition/account/imports.ts"
import { type FileLine, type FileState, linesOf } from "./import-state.ts"
import type { Sending } from "./use-send.ts"

/** One import: its progress, and each of its files with its outcome. */
export function ImportProgress(props: {
  row: OwnImport
  sending: Sending | null
  /** Its files wait on this device until they can be sent. */
  waits: boolean
  latest: boolean
}) {
  const { row, sending, waits } = props
  const lines = linesOf(row, sending)
  const read = row.uploads.length > 0 ? row.uploads.filter(({ isRead }) => isRead).length : lines.length
  const done = row.isFinished
  const summary = `${read} of ${countOf(lines.length, "file")} read, ${found(lines)}`
  return (
    <details open={props.latest || !done} className="rounded-card border border-line bg-raised">
      <summary className="flex min-h-12 cursor-pointer flex-wrap items-center gap-x-5 gap-y-1 px-4 py-3">
        <span className="label">{done ? "Imported" : "Importing"}</span>
        <span role="status" className="figures text-small">
          {summary}
        </span>
        <span className="figures ml-auto text-small text-muted">{row.startedAt}</span>
      </summary>
      {!done && (
        <progress
          aria-label="Files read"
          max={lines.length}
          value={read}
          className="block h-1.5 w-full accent-mark"
        />
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <ul tabIndex={0} aria-label="Files" className="max-h-96 overflow-y-auto border-t border-line px-4">
        {lines.map((line) => (
          <li key={line.name} className="border-b border-line py-2.5 text-small last:border-b-0">
            <span className="flex flex-wrap justify-between gap-x-6">
              <span className="min-w-0 font-semibold break-all">{line.name}</span>
              <span className={`figures ${isRefused(line.state, waits) ? "text-danger" : "text-muted"}`}>
                {words(line, waits)}
              </span>
            </span>
            <Remarks line={line} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Notes about some of the recordings in a file, or about the file itself. */
function Remarks({ line: { name, state } }: { line: FileLine }) {
  if (state.kind !== "done") return null
  const remarks = [...(state.recordings > 1 ? state.refused : []), ...state.noted]
  if (remarks.length === 0) return null
  return (
    <ul className="mt-1.5 text-muted">
      {remarks.map((one) => (
        <li key={one.name} className="break-words">
          {one.name === name ? one.reason : `${one.name.slice(name.length + 1)}: ${one.reason}`}
        </li>
      ))}
    </ul>
  )
}

function isRefused(state: FileState, waits: boolean): boolean {
  const isNone = state.kind === "done" && state.activities === 0 && state.noted.length === 0
  return (state.kind === "missing" && !waits) || isNone
}

function words({ name, state }: FileLine, waits: boolean): string {
  if (state.kind === "sending")
    return state.percent > 0 ? `Sending, ${state.percent} %` : "Waiting to be sent"
  if (state.kind === "missing" && waits) return "Waiting for a connection"
  if (state.kind === "missing") return "Only part of it was sent. Choose it again."
  if (state.kind === "waiting") return "Sent, waiting to be read"
  const [only] = state.refused
  if (only && state.recordings === 1)
    return `Refused: ${only.name === name ? "" : `${only.name.slice(name.length + 1)}: `}${only.reason}`
  if (state.activities === 0 && state.noted.length > 0) return "Kept"
  const refused = state.refused.length > 0 ? `, ${state.refused.length} refused` : ""
  const from = state.recordings > 1 ? ` from ${countOf(state.recordings, "file")}` : ""
  return `${countActivities(state.activities)}${from}${refused}`
}

function found(lines: readonly FileLine[]): string {
  return countActivities(
    lines.reduce((sum, { state }) => sum + (state.kind === "done" ? state.activities : 0), 0),
  )
}

function countActivities(n: number): string {
  return countOf(n, "activity", "activities")
}
