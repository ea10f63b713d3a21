/**
 * Marks the name of a fictional athlete on every board and table.
 * @param at on a board it stands beside the name on wide screens, and beside the days on a phone, where names take the line
 */
export function SampleMark({ at }: { at?: "phone" | "desk" }) {
  const shown = at === "phone" ? "ml-2 sm:hidden" : at === "desk" ? "max-sm:hidden" : ""
  const mark = (
    <span
      className={`inline-block rounded-card border border-current px-1.5 py-0.5 align-middle text-[0.6875rem] leading-none font-normal tracking-normal whitespace-nowrap normal-case opacity-70 ${shown}`}
    >
      sample
    </span>
  )
  // A space instead of a margin: at the beginning of a line there is none.
  return <> {mark}</>
}
