import { type ServiceName, type ServiceTerms, services } from "#content/services.ts"

/** Facts common to all ways to bring training: what others see, what counts, and when a recording last arrived. */
export function SourceFacts(props: { others: string; counts: string; lastReceived: string | null }) {
  const facts = [
    ["Others see", props.others],
    ["Counts", props.counts],
    ["Last activity", props.lastReceived ?? "None so far"],
  ] as const
  return (
    <dl className="grid gap-x-5 gap-y-1 text-small sm:grid-cols-[6.5rem_minmax(0,1fr)]">
      {facts.map(([label, text]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="mb-1.5 sm:mb-0">{text}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The data of a service that others may see under its terms. A member who is connected has agreed to it. */
export function othersSee(name: ServiceName, isConnected: boolean): string {
  const { membersOnly, consent }: ServiceTerms = services[name]
  if (membersOnly) return "Only points and active days, and only members see them"
  return consent === null || isConnected ? whatYouChose : `${whatYouChose}, once you agree to it`
}

/** The data from files that others see. */
export const whatYouChose = "Points, active days and what earned them, as you chose under “How I am shown”"
