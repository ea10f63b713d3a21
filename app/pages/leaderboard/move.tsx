/** Places gained or lost since yesterday. `fresh`: new on the board today, when it had rows yesterday. */
export function Move({ move, fresh }: { move: number | null; fresh: boolean }) {
  if (move === null)
    return fresh ? (
      <span className="label text-muted">new</span>
    ) : (
      <span aria-hidden className="text-muted">
        ·
      </span>
    )
  if (move === 0)
    return (
      <span className="text-muted">
        <span aria-hidden>=</span>
        <span className="sr-only">same place as yesterday</span>
      </span>
    )
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
