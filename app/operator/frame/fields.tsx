import type { ComponentProps, ReactNode } from "react"
import { controlClass } from "../../ui/field.tsx"

interface ConsoleField {
  label: ReactNode
  /** Classes of the label around the control. */
  wrap?: string
}

/** A labeled line of a form in the console. `hint` stands below it. */
export function Line({
  label,
  hint,
  wrap,
  className = "",
  ...input
}: ConsoleField & { hint?: string } & ComponentProps<"input">) {
  return (
    <label className={wrap}>
      <span className="text-muted">{label}</span>
      <input {...input} className={`${controlClass} mt-1 ${className}`} />
      {hint && <span className="mt-1 block text-muted">{hint}</span>}
    </label>
  )
}

/** A labeled text of several lines. */
export function Area({ label, wrap, className = "", ...area }: ConsoleField & ComponentProps<"textarea">) {
  return (
    <label className={wrap}>
      <span className="text-muted">{label}</span>
      <textarea {...area} className={`${controlClass} mt-1 ${className}`} />
    </label>
  )
}

/** A labeled select; `children` are its options. */
export function Choice({ label, wrap, className = "", ...select }: ConsoleField & ComponentProps<"select">) {
  return (
    <label className={wrap}>
      <span className="text-muted">{label}</span>
      <select {...select} className={`${controlClass} mt-1 ${className}`} />
    </label>
  )
}

/** A labeled box to check. */
export function Check({ label, ...input }: { label: string } & ComponentProps<"input">) {
  return (
    <label className="inline-flex min-h-11 items-center gap-2">
      <input type="checkbox" {...input} className="size-5" />
      {label}
    </label>
  )
}
