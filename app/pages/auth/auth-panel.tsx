import type { ReactNode } from "react"
import { Fortnight } from "../../ui/fortnight.tsx"

/** One athlete's two weeks in minutes; decorative. */
const minutes = [0, 42, 55, 0, 38, 90, 61, 0, 47, 52, 33, 0, 98, 58]

/**
 * The form on one side; on wide screens, its purpose on the other.
 * @param hidden until it is known whether a visitor with a stored session must sign in
 */
export function AuthPanel({ hidden, children }: { hidden: boolean; children: ReactNode }) {
  return (
    <div className="grid min-h-[calc(100svh-var(--spacing-nav))] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div
        className={`gutter flex flex-col py-[clamp(2.5rem,6vw,5rem)] lg:justify-center lg:pr-16 ${hidden ? "in-data-session:invisible" : ""}`}
      >
        <div className="w-full max-w-md">{children}</div>
      </div>
      <aside className="field-ink hidden flex-col justify-end overflow-hidden lg:flex">
        <div className="px-12 pb-10">
          <p className="display text-section">Show up. It counts.</p>
          <p className="mt-4 max-w-[40ch] text-lead text-muted">
            An account puts your training on the board: your points, what earned them, and where you stand.
          </p>
        </div>
        <Fortnight minutes={minutes} className="h-[38svh]" />
      </aside>
    </div>
  )
}
