import type { ReactNode } from "react"
import { Link } from "react-router"

/** A link to the parent page. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      prefetch="intent"
      className="label inline-flex min-h-11 items-center gap-2.5 hover:underline print:hidden"
    >
      <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 fill-none stroke-current stroke-[2.5]">
        <path d="M9 2L3 8l6 6M3 8h12" />
      </svg>
      {children}
    </Link>
  )
}
