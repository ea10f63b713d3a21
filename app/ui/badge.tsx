import type { ReactNode } from "react"

/** A short label or count. `loud` is for the most important one on a card. */
export function Badge({ loud, children }: { loud?: boolean; children: ReactNode }) {
  return (
    <span
      className={`label figures inline-flex items-center rounded-card px-2.5 py-1 ${loud ? "bg-volt text-ink" : "border border-line text-text"}`}
    >
      {children}
    </span>
  )
}
