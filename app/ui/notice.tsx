import type { ReactNode } from "react"

const looks = {
  problem: "border-danger",
  done: "border-success",
  info: "border-text",
}

/** A message about a recent event, announced by screen readers: problems immediately, others politely. */
export function Notice({ kind, children }: { kind: keyof typeof looks; children: ReactNode }) {
  return (
    <div
      role={kind === "problem" ? "alert" : "status"}
      className={`border-l-4 bg-raised py-3 pr-4 pl-4 ${looks[kind]}`}
    >
      {children}
    </div>
  )
}
