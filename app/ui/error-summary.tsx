import type { Ref } from "react"

/** The errors of a form, shown above it, each linked to its field. */
export function ErrorSummary(props: {
  ref?: Ref<HTMLDivElement>
  problems: readonly { fieldId: string; sentence: string }[]
}) {
  const { problems } = props
  return (
    <div
      ref={props.ref}
      role="alert"
      tabIndex={-1}
      className="border-l-4 border-danger bg-raised px-4 py-3 focus-visible:outline-offset-0"
    >
      <p className="font-semibold">
        {problems.length === 1
          ? "One answer needs another look."
          : `${problems.length} answers need another look.`}
      </p>
      <ul className="mt-1">
        {problems.map(({ fieldId, sentence }) => (
          <li key={fieldId}>
            <a href={`#${fieldId}`} className="inline-block py-1 underline underline-offset-4">
              {sentence}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
