import { type ReactNode, useId } from "react"

/** A full-width section of the account page, with room for an action beside its heading. */
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

/** Shown while data is loading. */
export function Loading({ children = "Loading…" }: { children?: ReactNode }) {
  return (
    <p role="status" className="text-muted">
      {children}
    </p>
  )
}
