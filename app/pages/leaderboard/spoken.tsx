import { useEffect, useRef, useState } from "react"
import { ordinal } from "#content/amounts.ts"
import type { StandingRow } from "../../live/board-view.ts"

/** Limits announcements on busy boards. */
const atMostEveryMs = 8_000

/** Announces moves on the board to screen readers. */
export function Spoken({ rows }: { rows: readonly StandingRow[] }) {
  const [text, setText] = useState("")
  const before = useRef(rows)
  const spokenAt = useRef(0)
  useEffect(() => {
    const old = new Map(before.current.map((row) => [row.key, row]))
    before.current = rows
    const mover = rows.find((row) => row.name !== null && (old.get(row.key)?.points ?? -1) !== row.points)
    if (!mover || old.size === 0 || performance.now() - spokenAt.current < atMostEveryMs) return
    spokenAt.current = performance.now()
    setText(`${mover.name} is now ${ordinal(mover.rank)} with ${mover.points ?? "unknown"} points.`)
  }, [rows])
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  )
}
