import { Fragment, type ReactNode } from "react"

/** A text in which what the operator has still to fill in, such as "[city and state]", is marked. */
export function withBlanks(text: string): ReactNode {
  return text
    .split(/(\[[^\]]+\])/)
    .map((part) => (
      <Fragment key={part}>
        {part.startsWith("[") ? <mark className="bg-volt px-1 text-ink">{part}</mark> : part}
      </Fragment>
    ))
}
