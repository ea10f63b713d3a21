/**
 * Fourteen days side by side, one bar each, with heights proportional to minutes; a rest day is a line at the bottom.
 * Decorative: text beside it must say the same.
 * @param minutes of moving time per day, oldest first
 */
export function Fortnight({ minutes, className }: { minutes: readonly number[]; className?: string }) {
  const longest = Math.max(...minutes)
  return (
    <div aria-hidden="true" className={`figures flex items-end gap-[3px] sm:gap-1.5 ${className ?? ""}`}>
      {minutes.map((minute, day) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: a day is its place
          key={day}
          className="flex h-full grow basis-0 flex-col justify-end"
        >
          {minute > 0 ? (
            <div
              className="flex flex-col justify-between overflow-hidden bg-volt px-1 py-1.5 text-ink sm:px-2 sm:py-2"
              style={{ height: `${(minute / longest) * 100}%` }}
            >
              <span className="label text-[clamp(0.625rem,1.35vw,1.25rem)] leading-none">{minute}</span>
            </div>
          ) : (
            <div className="h-1 bg-text opacity-50" />
          )}
        </div>
      ))}
    </div>
  )
}
