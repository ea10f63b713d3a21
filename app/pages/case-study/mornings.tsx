/** People on each of the mornings, as bars against the number of spots. */
export function Mornings({
  people,
  spots,
  caption,
}: {
  people: readonly number[]
  spots: number
  caption: string
}) {
  return (
    <figure className="min-w-0">
      <div
        role="img"
        aria-label={`Athletes per Tuesday: ${people.join(", ")}.`}
        className="flex h-[clamp(13rem,24vw,20rem)] items-end gap-[3px] border-b-2 border-text sm:gap-1.5"
      >
        {people.map((count, index) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: one bar per week, never reordered
            key={index}
            className={`flex min-w-0 flex-1 justify-center pt-2 ${count >= spots ? "bg-volt text-ink" : "bg-text text-surface"}`}
            style={{ height: `${(count / spots) * 100}%` }}
          >
            <span className="label figures text-[clamp(0.625rem,1.2vw,1rem)]">{count}</span>
          </div>
        ))}
      </div>
      <p aria-hidden className="label mt-2 flex justify-between text-muted">
        <span>Week 1</span>
        <span>Week {people.length}</span>
      </p>
      <figcaption className="mt-3 max-w-[52ch] text-small text-muted">{caption}</figcaption>
    </figure>
  )
}
