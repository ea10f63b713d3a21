import { Link, redirect } from "react-router"
import { countOf, rankAmong } from "#content/amounts.ts"
import { athleteData, breadcrumbData } from "#content/structured-data.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, words, world } from "../../context.ts"
import { JsonLd } from "../../document/json-ld.tsx"
import { pageMeta } from "../../document/meta.ts"
import { SampleNote } from "../../document/sample-note.tsx"
import { BackLink } from "../../ui/back-link.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { Credit } from "../../ui/credit.tsx"
import { Picture } from "../../ui/picture.tsx"
import { athletePictures } from "../../words/pictures.ts"
import type { Route } from "./+types/athlete"
import { competing } from "./competing.ts"
import { Portrait } from "./portrait.tsx"

export const handle: LivePage = { shows: ["boards", "members", "publishing"], onReplica: true }

/** Unknown athletes go to the directory. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const { find, isOwn, links } = context.get(words)
  const athlete = find("athletes", params.id)
  if (!athlete) throw redirect("/athletes")
  const found = await competing(context.get(world), context.get(boards), [athlete])
  return {
    athlete,
    competitor: found.get(athlete.id) ?? null,
    pictures: athletePictures(athlete),
    profileUrl: links.profileBase + athlete.handle,
    sample: !isOwn("athletes", athlete.id),
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { name, bio } = loaderData.athlete
  return pageMeta({ title: name, description: bio.slice(0, 155).replace(/\s+\S*$/, " …"), type: "profile" })
}

export default function Detail({
  loaderData: { athlete, competitor, pictures, profileUrl, sample },
}: Route.ComponentProps) {
  const [portrait, ...photos] = pictures
  return (
    <>
      <JsonLd describe={(origin) => athleteData(origin, athlete, portrait.src)} />
      <JsonLd
        describe={(origin) =>
          breadcrumbData(origin, [
            ["Our Athletes", "/athletes"],
            [athlete.name, `/athletes/${athlete.id}`],
          ])
        }
      />
      <div className="gutter grid grid-cols-1 gap-x-16 gap-y-10 pt-8 pb-section lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
        <div className="lg:col-span-2">
          <BackLink to="/athletes">Back to Athletes</BackLink>
        </div>
        <Portrait picture={portrait} photo={competitor?.photo ?? null} first className="max-w-xl" />
        <div>
          <h1 className="display text-title">{athlete.name}</h1>
          {athlete.nickname !== "N/a" && <p className="mt-3 text-lead text-muted">“{athlete.nickname}”</p>}
          <dl className="mt-8 flex flex-wrap border-y border-line">
            <div className="flex flex-col-reverse justify-end py-5 pr-8">
              <dt className="text-small text-muted">races completed</dt>
              <dd className="display figures text-figure">{athlete.races}</dd>
            </div>
            <div className="flex grow basis-48 flex-col justify-center border-l border-line py-5 pl-8">
              <dt className="text-small text-muted">Sport</dt>
              <dd className="display text-card">{athlete.sport}</dd>
              <dt className="mt-3 text-small text-muted">Home</dt>
              <dd className="font-semibold">{athlete.home}</dd>
            </div>
          </dl>
          <p className="mt-8 max-w-[62ch] text-lead">{athlete.bio}</p>
          {competitor && (
            <p className="mt-8 border-l-8 border-volt pl-4">
              <Link
                to={`/leaderboard/athletes/${competitor.slug}`}
                prefetch="intent"
                className="display figures text-card underline decoration-2 underline-offset-[0.3em]"
              >
                {competitor.place
                  ? `${rankAmong(competitor.place)} in the ${competitor.place.race}, ${countOf(competitor.place.points, "point")}`
                  : "In the competition"}
              </Link>
              <Credit names={competitor.credits} />
            </p>
          )}
          <div className="mt-8">
            <ButtonLink to={profileUrl} className="wrap-anywhere">
              Follow @{athlete.handle}
            </ButtonLink>
          </div>
          <h2 className="display mt-14 text-card">Top Events</h2>
          <ol className="mt-4 border-t border-line">
            {athlete.topEvents.map((event, index) => (
              <li key={event} className="flex gap-5 border-b border-line py-3.5">
                <span aria-hidden className="display figures w-6 text-muted">
                  {index + 1}
                </span>
                {event}
              </li>
            ))}
          </ol>
          {sample && <SampleNote of="people" />}
        </div>
      </div>
      {photos.length > 0 && (
        <section className="field-ink gutter py-section">
          <h2 className="display text-section">Action Photos</h2>
          <ul className="mt-10 grid gap-4 md:grid-cols-2">
            {photos.map((picture) => (
              <li key={picture.src}>
                <Picture picture={picture} />
              </li>
            ))}
          </ul>
          <p className="mt-10">
            <Link to="/athletes" className="label underline decoration-2 underline-offset-[0.5em]">
              See all athletes
            </Link>
          </p>
        </section>
      )}
    </>
  )
}
