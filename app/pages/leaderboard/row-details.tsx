import { type ReactNode, useEffect, useRef, useState } from "react"
import { Link } from "react-router"

/**
 * What a row of a table opens into: a tap anywhere on the row expands it, natively and even before hydration; until then it links
 * to the athlete's page, and the rest loads after hydration.
 */
export function RowDetails({
  athlete,
  name,
  says,
  children,
}: {
  athlete: string
  /** Null for the viewer's own row while the name is hidden from others. */
  name: string | null
  /** What opens, for those who hear the page. */
  says: string
  children: ReactNode
}) {
  const details = useRef<HTMLDetailsElement>(null)
  const [open, setOpen] = useState(false)
  // It may have been opened before hydration.
  useEffect(() => setOpen(details.current?.open === true), [])
  return (
    <details ref={details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      {/* Outside the row and its panel, because a summary must not contain links. */}
      <summary className="absolute inset-0 block cursor-pointer focus-visible:-outline-offset-3 [&::-webkit-details-marker]:hidden">
        <span className="sr-only">
          {says} {name}
        </span>
      </summary>
      <div className="relative z-10 px-2 pb-5 sm:px-4">
        {open && children}
        <Link
          to={`/leaderboard/athletes/${athlete}`}
          prefetch="intent"
          className="label mt-3 inline-flex min-h-11 items-center wrap-anywhere underline decoration-2 underline-offset-[0.4em]"
        >
          {name ?? "You"}: every day and season
        </Link>
      </div>
    </details>
  )
}
