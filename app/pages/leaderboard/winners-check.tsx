import { ordinal } from "#content/amounts.ts"
import { zoneCity } from "#content/site.ts"

interface WinnersCheckProps {
  season: {
    provisional: boolean
    /** "Nov 26, 2026, 12:00 PM", in the competition's time zone. */
    undisputedAt: string
    openPlaces: readonly number[]
    winners: readonly unknown[]
  }
}

const list = new Intl.ListFormat("en-US", { type: "conjunction" })

/** The state of a closed season's winners: provisional, with places that are still being checked, or nobody won. */
export function WinnersCheck({ season }: WinnersCheckProps) {
  const { provisional, undisputedAt, openPlaces, winners } = season
  if (provisional)
    return (
      <p className="mt-4">
        {`Provisional: we are checking the winners. Undisputed places are awarded starting ${undisputedAt}, ${zoneCity} time.`}
      </p>
    )
  if (openPlaces.length > 0)
    return (
      <p className="mt-4">
        {`Still being checked: ${list.format(openPlaces.map((place) => ordinal(place)))} place.`}
      </p>
    )
  return winners.length === 0 ? <p className="mt-4 text-muted">No prizes were awarded.</p> : null
}
