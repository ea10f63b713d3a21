import type { ReactNode } from "react"
import { Chevron } from "./chevron.tsx"

/** One setting: its description on the left, its control on the right. Folded, it is one line that opens. */
export function Setting({
  id,
  title,
  text,
  folded = false,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  folded?: boolean
  children: ReactNode
}) {
  const heading = (
    <h2 id={id} className="display scroll-mt-24 text-card">
      {title}
    </h2>
  )
  const control = <div className="grid max-w-xl content-start gap-5">{children}</div>
  if (folded)
    return (
      <section aria-labelledby={id} className="border-t border-line">
        <details className="group">
          <summary className="flex min-h-16 cursor-pointer items-center justify-between gap-6 py-4 [&::-webkit-details-marker]:hidden">
            {heading}
            <Chevron className="size-5 group-open:rotate-180" />
          </summary>
          <div className="grid gap-x-12 gap-y-5 pb-9 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <p className="max-w-[44ch] text-small text-muted">{text}</p>
            {control}
          </div>
        </details>
      </section>
    )
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-9 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        {heading}
        {text && <p className="mt-2 max-w-[44ch] text-small text-muted">{text}</p>}
      </div>
      {control}
    </section>
  )
}
