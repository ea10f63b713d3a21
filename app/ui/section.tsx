import type { ReactNode } from "react"

const fields = { plain: "", soft: "field-soft", ink: "field-ink", volt: "field-volt" }

/** A section of a page with its own heading. `soft`, `ink` and `volt` color the full width. */
export function Section(props: {
  id?: string
  title?: ReactNode
  lead?: ReactNode
  field?: keyof typeof fields
  className?: string
  children?: ReactNode
}) {
  return (
    <section
      id={props.id}
      className={`gutter py-section ${fields[props.field ?? "plain"]} ${props.className ?? ""}`}
    >
      {props.title && <h2 className="display max-w-[22ch] text-section">{props.title}</h2>}
      {props.lead && <p className="mt-4 max-w-[58ch] text-lead text-muted">{props.lead}</p>}
      {props.children}
    </section>
  )
}
