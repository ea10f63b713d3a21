import { inDollars, ordinal } from "#content/amounts.ts"
import { bundleOf } from "#content/prize-bundle.ts"
import type { Winnable } from "#domain/competition/seasons/winning.ts"
import { Picture } from "../ui/picture.tsx"
import { PrizeDrawing } from "./prize-drawing.tsx"
import { SponsorAsk } from "./sponsor-ask.tsx"

/** The prizes of a season, best first, and the cost to a winner. `brief`: on a member's phone only the first prize. */
export function Prizes({ season, brief }: { season: Winnable; brief: boolean }) {
  const aside = brief ? "max-sm:in-data-session:hidden" : ""
  const [first, ...others] = season.prizes
  if (!first) return <p>We are still choosing this season’s prizes.</p>
  const { contents } = first
  const { name, items } = contents ?? bundleOf(first.title)
  return (
    <>
      <p className="display text-[clamp(1.25rem,1rem+1.1vw,1.75rem)] leading-[1.12] text-pretty">
        <span className="sr-only">1st: </span>
        {name}
      </p>
      {items.length > 0 && (
        <ul className="mt-2 grid auto-cols-fr grid-flow-col gap-x-2 sm:mt-3 sm:flex sm:flex-wrap sm:gap-x-5 sm:gap-y-2 lg:grid lg:gap-x-4">
          {items.map(({ text, thing }) => (
            <li
              key={text}
              className="flex min-w-0 flex-col text-label leading-tight font-semibold sm:flex-row sm:items-center sm:gap-2.5 sm:text-small sm:leading-tight lg:flex-col lg:items-start lg:gap-1.5"
            >
              <PrizeDrawing thing={thing} className="size-8 shrink-0 sm:size-12" />
              {text}
            </li>
          ))}
        </ul>
      )}
      {contents?.picture && <Picture picture={contents.picture} className="mt-3 max-w-96" />}
      {contents?.sponsor && (
        <p className="mt-3 text-small">
          {"From "}
          {contents.sponsorHref ? (
            <a
              href={contents.sponsorHref}
              target="_blank"
              rel="noopener noreferrer sponsored"
              className="inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
            >
              {contents.sponsor}
            </a>
          ) : (
            <strong>{contents.sponsor}</strong>
          )}
        </p>
      )}
      {others.length > 0 && (
        <ul className={`mt-3 text-small ${aside}`}>
          {others.map(({ place, title }) => (
            <li key={place} className="flex gap-3">
              <span className="label figures w-8 shrink-0 leading-[1.7]">{ordinal(place)}</span>
              {title}
            </li>
          ))}
        </ul>
      )}
      {season.sponsorship && (
        <div className={aside}>
          <SponsorAsk sponsorship={season.sponsorship} race={`the ${season.name.toLowerCase()}`} />
        </div>
      )}
      <p className={`mt-3 text-small ${aside}`}>
        {season.shippingCents > 0
          ? `Winners pay only shipping, ${inDollars(season.shippingCents)}.`
          : "Winners pay nothing, shipping included."}
      </p>
    </>
  )
}
