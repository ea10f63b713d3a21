import { Link, redirect } from "react-router"
import { athleteById } from "#content/athletes.ts"
import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/detail"

/** An unknown athlete leads to the directory. */
export function loader({ params }: Route.LoaderArgs) {
  const athlete = athleteById(params.id)
  if (!athlete) throw redirect("/athletes")
  return athlete
}

export const meta: Route.MetaFunction = ({ loaderData: athlete }) =>
  athlete
    ? pageMeta({
        title: athlete.name,
        description: athlete.bio.slice(0, 157).replace(/\s+\S*$/, "…"),
        type: "profile",
      })
    : []

export default function Detail({ loaderData: athlete }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={athlete.name}
        lead={athlete.nickname === "N/a" ? athlete.sport : `“${athlete.nickname}” · ${athlete.sport}`}
        figure={{ value: athlete.races, label: "races completed" }}
      >
        <ButtonLink to={site.profileBase + athlete.handle}>Follow @{athlete.handle}</ButtonLink>
        <Link
          to="/athletes"
          className="label inline-flex min-h-12 items-center px-3 underline decoration-2 underline-offset-[0.5em]"
        >
          Back to Athletes
        </Link>
      </PageHead>
      <Section>
        <div className="grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,7fr)_minmax(0,4fr)]">
          <p className="max-w-[62ch] text-lead">{athlete.bio}</p>
          <div>
            <h2 className="display text-card">Top Events</h2>
            <ul className="mt-4 border-t border-line">
              {athlete.topEvents.map((event) => (
                <li key={event} className="border-b border-line py-3">
                  {event}
                </li>
              ))}
            </ul>
          </div>
        </div>
      </Section>
    </>
  )
}
