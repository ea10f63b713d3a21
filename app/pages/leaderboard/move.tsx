/** Places gained or lost since yesterday; nothing when there are none. `fresh`: new on the board today, when it had rows yesterday. */
export function Move({ move, fresh }: { move: number | null; fresh: boolean }) {
  if (move === null) return fresh ? <span className="label text-muted">new</span> : null
  if (move === 0) return null
  const up = move > 0
  return (
    <span className={`label figures inline-flex items-center gap-1 ${up ? "text-success" : "text-danger"}`}>
      <svg
        aria-hidden="true"
        viewBox="0 0 10 8"
        className={`size-2.5 fill-current ${up ? "" : "rotate-180"}`}
      >
        <path d="M5 0l5 8H0z" />
      </svg>
      <span className="sr-only">{up ? "up" : "down"}</span>
      {Math.abs(move)}
      <span className="sr-only">since yesterday</span>
    </span>
  )
}
