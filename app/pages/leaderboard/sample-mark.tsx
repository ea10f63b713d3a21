/** Marks the name of a fictional athlete on every board and table. */
export function SampleMark({ className = "" }: { className?: string }) {
  const mark = (
    <span
      className={`inline-block rounded-card border border-current px-1.5 py-0.5 align-middle text-[0.6875rem] leading-none font-normal tracking-normal whitespace-nowrap normal-case opacity-70 ${className}`}
    >
      sample
    </span>
  )
  // A space instead of a margin, because it disappears at the start of a line.
  return <> {mark}</>
}

/** The same below a 40-pixel face, on screens where a name takes the whole line. */
export function SampleBelowFace() {
  return (
    <span className="mt-1 block text-center text-[0.6875rem] leading-none text-muted lg:hidden">sample</span>
  )
}
