import type { ReactNode } from "react"

/** A short word or two that sorts or counts. `loud` is for the one that matters most on a card. */
export function Badge({ loud, children }: { loud?: boolean; children: ReactNode }) {
  return (
    <span
      className={`label figures inline-flex items-center rounded-card px-2.5 py-1 ${loud ? "bg-volt text-ink" : "border border-line text-text"}`}
    >
      {children}
    </span>
  )
}
