import type { ReactNode } from "react"
import { Fortnight } from "../../ui/fortnight.tsx"

/** Minutes of one athlete's two weeks; decoration. */
const minutes = [0, 42, 55, 0, 38, 90, 61, 0, 47, 52, 33, 0, 98, 58]

/**
 * The form on one side, on wide screens what it is for on the other.
 * @param hidden while it is not known whether the visitor of a kept session has to sign in at all
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
            An account puts your training on the board: your points, the reasons for them, and where you
            stand.
          </p>
        </div>
        <Fortnight minutes={minutes} className="h-[38svh]" />
      </aside>
    </div>
  )
}
