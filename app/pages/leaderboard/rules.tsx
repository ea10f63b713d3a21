const rules = [
  "You must be a member of the activity club.",
  "Your activities must be public.",
  "Winners cannot win in back-to-back months.",
  "Prizes may change; winners are told by e-mail or direct message.",
  "Cheating means disqualification.",
]

/** The rules of the competition, folded away until somebody asks. */
export function Rules() {
  return (
    <section className="gutter pb-section">
      <details className="group border-y border-line">
        <summary className="flex min-h-16 cursor-pointer list-none items-center justify-between gap-6 py-5 [&::-webkit-details-marker]:hidden">
          <h2 className="display text-card">Competition rules</h2>
          <svg
            aria-hidden="true"
            viewBox="0 0 24 24"
            className="size-6 shrink-0 fill-none stroke-current stroke-[3] transition-transform group-open:rotate-180"
          >
            <path d="M4 8l8 8 8-8" />
          </svg>
        </summary>
        <ul className="max-w-[60ch] list-disc space-y-2 pb-8 pl-5 text-lead">
          {rules.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </details>
    </section>
  )
}
