import type { ReactNode } from "react"

/** The heading of a page of the console, with its main action beside it, and the title of the tab. */
export function Page(props: { title: string; text?: ReactNode; action?: ReactNode; children: ReactNode }) {
  return (
    <>
      <title>{`${props.title} · Console`}</title>
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <div>
          <h1 className="display text-card">{props.title}</h1>
          {props.text && <p className="mt-1 max-w-[70ch] text-small text-muted">{props.text}</p>}
        </div>
        {props.action}
      </div>
      {props.children}
    </>
  )
}

/** A part of a page. */
export function Panel({
  title,
  children,
  className = "",
}: {
  title: string
  children: ReactNode
  className?: string
}) {
  return (
    <section aria-label={title} className={`border border-line bg-raised p-4 ${className}`}>
      <h2 className="label mb-3 text-muted">{title}</h2>
      {children}
    </section>
  )
}

/** Label and value pairs. */
export function Facts({ facts }: { facts: readonly (readonly [label: ReactNode, value: ReactNode])[] }) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-5 gap-y-1 text-small">
      {facts.map(([label, value], index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pairs of a page are in a fixed order
        <div key={index} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
