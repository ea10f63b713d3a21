import { useEffect, useState } from "react"
import { type Phase, phaseOf } from "#content/running.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"

const words: Record<Phase, string | null> = {
  upcoming: "Opens soon",
  opening: "Day one",
  running: null,
  "last-days": "The last two days",
  "last-hour": "The last hour",
  over: "Closed",
}

/** The phase of a season, if worth mentioning; updates automatically. */
export function PhaseMark({
  season,
  phase,
}: {
  season: Pick<Winnable, "opensAt" | "closesAt">
  phase: Phase
}) {
  const now = usePhase(season, phase)
  const said = words[now]
  if (said === null) return null
  return (
    <span
      data-phase={now}
      className="label inline-block rounded-card bg-ink px-2 py-1 leading-none whitespace-nowrap text-paper"
    >
      {said}
    </span>
  )
}

/** The phase of a season: as rendered by the server, then by this device's clock. */
function usePhase({ opensAt, closesAt }: Pick<Winnable, "opensAt" | "closesAt">, given: Phase): Phase {
  const [phase, setPhase] = useState(given)
  useEffect(() => {
    const look = () =>
      setPhase(phaseOf({ opensAt: Date.parse(opensAt), closesAt: Date.parse(closesAt) }, Date.now()))
    look()
    const timer = setInterval(look, 5_000)
    return () => clearInterval(timer)
  }, [opensAt, closesAt])
  return phase
}
