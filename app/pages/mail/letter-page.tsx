import type { ReactNode } from "react"

/** A page linked from a mail, with one text and one action. */
export function LetterPage(props: { title: string; text?: ReactNode; children?: ReactNode }) {
  return (
    <div className="gutter py-section">
      <div className="max-w-3xl">
        <h1 className="display text-title">{props.title}</h1>
        {props.text && <p className="mt-6 max-w-[58ch] text-lead text-muted">{props.text}</p>}
        <div className="mt-8">{props.children}</div>
      </div>
    </div>
  )
}
