/** Marks the name of a fictional athlete on every board and table. */
export function SampleMark() {
  return (
    <span className="ml-2 inline-block whitespace-nowrap rounded-card border border-current px-1.5 py-0.5 align-middle text-[0.6875rem] leading-none font-normal tracking-normal normal-case opacity-70">
      sample
    </span>
  )
}
