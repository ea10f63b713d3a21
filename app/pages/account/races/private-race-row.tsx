import { countOf, grouped } from "#content/amounts.ts"
import type { PrivateRace } from "#domain/competition/private-races/read.ts"
import { shortDate } from "../../../day.ts"
import { AthleteFace } from "../../../people/athlete-face.tsx"
import { Chevron } from "../../../ui/chevron.tsx"
import { Credit } from "../../../ui/credit.tsx"

/** One athlete of a private race. It opens into the days that the points come from. */
export function PrivateRaceRow({ row }: { row: PrivateRace["rows"][number] }) {
  const name = row.mine ? "You" : row.name
  const head = (
    <span className="grid min-h-16 grid-cols-[2.5rem_2.5rem_minmax(0,1fr)_auto_1rem] items-center gap-x-3 px-2 py-2.5 sm:px-4">
      <span className="display figures text-card">
        <span className="sr-only">Rank </span>
        {row.rank}
      </span>
      <AthleteFace of={row} side={40} />
      <span className="min-w-0">
        <span className={name ? "font-semibold wrap-anywhere" : "text-muted"}>
          {name ?? "Private athlete"}
        </span>
        <Credit names={row.credits} />
      </span>
      <span className="text-right">
        <span className="display figures block text-card leading-none">
          {row.value === null ? "–" : grouped(row.value)}
          <span className="sr-only"> points</span>
        </span>
        {row.days !== null && (
          <span className="figures block text-label text-muted">{countOf(row.days, "day")}</span>
        )}
      </span>
      <Chevron
        className={`size-4 ${row.byDay.length > 0 ? "opacity-50" : "invisible"} group-open/row:rotate-180`}
      />
    </span>
  )
  return (
    <li className="border-b border-line">
      {row.byDay.length === 0 ? (
        head
      ) : (
        <details className="group/row">
          <summary className="block cursor-pointer hover:bg-raised [&::-webkit-details-marker]:hidden">
            {head}
          </summary>
          <ol className="mx-2 mb-5 border-t border-line sm:mx-4">
            {row.byDay.map((day) => (
              <li
                key={day.on}
                className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2.5 text-small"
              >
                <span className="label figures text-muted">{shortDate(day.on)}</span>
                <span className="figures">{countOf(day.points, "point")}</span>
                <Credit names={day.credits} className="w-full" />
              </li>
            ))}
          </ol>
        </details>
      )}
    </li>
  )
}
