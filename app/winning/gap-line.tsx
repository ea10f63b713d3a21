import type { Gap } from "#domain/competition/boards/gap.ts"
import { gapWords } from "./gap-words.ts"

/** What passes the next one, or how far the next one is; nothing where that is not known. */
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
