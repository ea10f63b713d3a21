import { data } from "react-router"
import { grouped, ordinal } from "#content/amounts.ts"
import { longSpan } from "#content/dates.ts"
import { site } from "#content/site.ts"
import { readSponsorPage } from "#domain/competition/sponsors/sponsor-page.ts"
import { dayInWords } from "#domain/site-clock.ts"
import { world } from "../../context.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { Figures } from "../../ui/figures.tsx"
import { Picture } from "../../ui/picture.tsx"
import { LetterPage } from "../mail/letter-page.tsx"
import type { Route } from "./+types/page"

export const meta = () => [{ title: `For a sponsor · ${site.name}` }, { name: "robots", content: "noindex" }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const current = context.get(world)
  const page = await readSponsorPage(current, params.secret)
  const headers = {
    "cache-control": "private, no-store",
    "x-robots-tag": "noindex",
    // The address is the secret: the sites that it links to must not learn it.
    "referrer-policy": "no-referrer",
  }
  if (!page) return data({ page: null, on: "" }, { status: 404, headers })
  const races = page.races.map(({ report, mail, ...race }) => ({
    ...race,
    report: report && { ...report, at: dayInWords(new Date(report.at)) },
    mail: mail && { readers: mail.readers, at: dayInWords(mail.at) },
  }))
  return data({ page: { ...page, races }, on: dayInWords(current.now()) }, { headers })
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders
}

type Race = NonNullable<Route.ComponentProps["loaderData"]["page"]>["races"][number]

/** What a sponsor reads behind their link: the community, counted now, and each of their races. */
export default function SponsorPage({ loaderData: { page, on } }: Route.ComponentProps) {
  if (!page)
    return (
      <LetterPage
        title="This link does not work"
        text={`It may be incomplete, or it has ended. Write to ${site.supportEmail} for a new one.`}
      >
        <ButtonLink to="/for-brands">What brands do here</ButtonLink>
      </LetterPage>
    )
  return (
    <div className="gutter py-section">
      <p className="label text-muted">For {page.name} alone</p>
      <h1 className="display mt-3 text-title wrap-anywhere">{page.name} and the board</h1>
      <h2 className="display mt-12 text-card">The community, counted</h2>
      {page.figures.length > 0 ? (
        <>
          <p className="mt-3 mb-8 max-w-[60ch] text-muted">
            {`Counted from our database on ${on}, without sample athletes. Nobody is asked or estimated.`}
          </p>
          <Figures items={page.figures} />
        </>
      ) : (
        <p className="mt-3 max-w-[60ch] text-muted">
          {`On ${on}, too few people were here to count them without showing somebody.`}
        </p>
      )}
      {page.races.map((race) => (
        <OneRace key={race.path} race={race} />
      ))}
      {page.races.length === 0 && <p className="mt-12 text-lead">Your first race is not set yet.</p>}
      <p className="mt-12 max-w-[64ch] text-small text-muted">
        Numbers of people only, never names or addresses. None is shown that could single out fewer than five,
        and nothing comes from services that do not allow it.
      </p>
    </div>
  )
}

const states: Record<Race["status"], string> = {
  upcoming: "Not open yet.",
  open: "Running now.",
  grace: "Over; late activities still count.",
  closing: "Over; about to be counted.",
  closed: "Over; the winners are being checked.",
  settled: "Over.",
}

function OneRace({ race }: { race: Race }) {
  const { name, from, to, prizes, report, mail, status, path } = race
  const figures = report
    ? [
        { value: report.athletes, label: "athletes with points" },
        { value: report.newcomers, label: "of them in their first season" },
        { value: report.finishers, label: "of them finishers" },
        { value: report.activeDays, label: "active days together" },
      ].flatMap(({ value, label }) => (value === null ? [] : [{ value: grouped(value), label }]))
    : []
  return (
    <section aria-label={`${name}, ${from}`} className="mt-14 border-t-4 border-text pt-6">
      <h2 className="display text-card">{name}</h2>
      <p className="figures mt-2 text-muted">{`${longSpan(from, to)}. ${states[status]}`}</p>
      {prizes.length > 0 && (
        <ul className="mt-6 grid gap-6 md:grid-cols-2 lg:grid-cols-3">
          {prizes.map(({ place, title, contents }) => (
            <li key={place ?? title}>
              {contents?.picture && <Picture picture={contents.picture} className="mb-3" />}
              {place !== null && <span className="label figures mr-3">{ordinal(place)}</span>}
              {title}
              {place === null && <span className="block text-muted">For members of the first team</span>}
            </li>
          ))}
        </ul>
      )}
      {report && figures.length > 0 && (
        <>
          <p className="mt-8 mb-4 text-muted">{`Counted once, on ${report.at}, when the race closed.`}</p>
          <Figures items={figures} />
        </>
      )}
      {report && figures.length === 0 && (
        <p className="mt-8 text-muted">
          {`Counted on ${report.at}: too few took part to say how many without showing somebody.`}
        </p>
      )}
      {mail && (
        <p className="mt-6">
          {mail.readers === null
            ? `Our email about it went out on ${mail.at}.`
            : `Our email about it went to ${grouped(mail.readers)} members who asked for it, on ${mail.at}.`}
        </p>
      )}
      {status !== "upcoming" && (
        <div className="mt-6">
          <ButtonLink to={path} look="plain">
            {report ? "See the results" : "See the board"}
          </ButtonLink>
        </div>
      )}
    </section>
  )
}
