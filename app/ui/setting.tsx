import type { ReactNode } from "react"

/** One setting: its description on the left, its control on the right. */
export function Setting({
  id,
  title,
  text,
  children,
}: {
  id: string
  title: string
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-t border-line py-9 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
    >
      <div>
        <h2 id={id} className="display scroll-mt-24 text-card">
          {title}
        </h2>
        {text && <p className="mt-2 max-w-[44ch] text-small text-muted">{text}</p>}
      </div>
      <div className="grid max-w-xl content-start gap-5">{children}</div>
    </section>
  )
}
