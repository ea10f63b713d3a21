import type { ReactNode } from "react"

/** A title with a sentence, in a member's own part of the home page. */
export function Said(props: { title: string; text: string; children?: ReactNode }) {
  return (
    <>
      <h2 className="display mt-1.5 text-card sm:text-section">{props.title}</h2>
      <p className="mt-2 mb-4 max-w-[44ch] text-muted">{props.text}</p>
      <div>{props.children}</div>
    </>
  )
}
