import type { ReactNode } from "react"

/** What happens after something was sent or paid, in order. */
export function NextSteps({
  title = "What happens next",
  steps,
}: {
  title?: string
  steps: readonly ReactNode[]
}) {
  return (
    <section>
      <h2 className="display border-b-4 border-text pb-3 text-card">{title}</h2>
      <ol>
        {steps.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps never change their order
          <li key={index} className="flex gap-5 border-b border-line py-3.5">
            <span aria-hidden className="display figures w-5 shrink-0">
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
    </section>
  )
}
