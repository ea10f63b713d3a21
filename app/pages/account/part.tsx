import { type ReactNode, useId } from "react"

/** A part of the account page over its whole width, with room for something to do beside its heading. */
export function Part(props: {
  id?: string
  title: string
  text?: ReactNode
  action?: ReactNode
  children: ReactNode
}) {
  const own = useId()
  const heading = props.id ?? own
  return (
    <section aria-labelledby={heading} className="border-t border-line py-9">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id={heading} tabIndex={-1} className="display scroll-mt-24 text-card outline-none">
            {props.title}
          </h2>
          {props.text && <p className="mt-2 max-w-[62ch] text-small text-muted">{props.text}</p>}
        </div>
        {props.action}
      </div>
      {props.children}
    </section>
  )
}

/** What stands where nothing is yet. */
export function Empty({ children }: { children: ReactNode }) {
  return <p className="border-l-4 border-line bg-raised px-4 py-3 text-muted">{children}</p>
}

/** What stands where something is looked up. */
export function Loading({ children = "Loading…" }: { children?: ReactNode }) {
  return (
    <p role="status" className="text-muted">
      {children}
    </p>
  )
}
