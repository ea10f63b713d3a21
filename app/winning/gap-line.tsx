import type { Gap } from "#domain/competition/boards/gap.ts"
import { gapWords } from "./gap-words.ts"

/** The session that would pass the next athlete, or the gap to them; nothing if unknown. */
export function GapLine({ gap }: { gap: Gap | null }) {
  if (!gap) return null
  const { todo, points } = gapWords(gap)
  return (
    <p className="figures mt-1 leading-snug">
      {todo && <strong className="block font-semibold">{todo}.</strong>}
      <span className={todo ? "text-small text-muted" : "font-semibold"}>{points}</span>
    </p>
  )
}
