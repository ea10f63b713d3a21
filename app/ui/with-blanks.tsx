import { Fragment, type ReactNode } from "react"

/** Marks the blanks in a text that the operator still has to fill in, such as "[city and state]". */
export function withBlanks(text: string): ReactNode {
  return text
    .split(/(\[[^\]]+\])/)
    .map((part) => (
      <Fragment key={part}>
        {part.startsWith("[") ? <mark className="bg-volt px-1 text-ink">{part}</mark> : part}
      </Fragment>
    ))
}
