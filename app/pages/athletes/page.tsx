import { useLoaderData } from "react-router"
import { artworkFor } from "#content/artwork/artwork.ts"
import { directory } from "#content/athletes.ts"
import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { AthleteCard } from "./athlete-card.tsx"

/** The card data; read at build time. */
export function loader() {
  return directory.map(({ id, name, nickname, handle, sport, races, bio }) => ({
    ...{ id, name, nickname, handle, sport, races, bio },
    profileUrl: site.profileBase + handle,
    picture: artworkFor("athletes", id),
  }))
}

export const meta = () =>
  pageMeta({
    title: "Our Athletes",
    description: `The fourteen athletes of ${site.name}: runners, triathletes, lifters and hybrids of every age and level.`,
  })

export default function Directory() {
  const athletes = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Our Athletes"
        lead="First marathons and fortieth triathlons, barbells before breakfast, swims after the night shift. These are the people who carry the name."
        figure={{ value: String(athletes.length), label: "athletes" }}
      >
        <ButtonLink to="/athlete-application">Become an Athlete</ButtonLink>
        <ButtonLink to="/brand-application" look="plain">
          Partner with Athletes
        </ButtonLink>
      </PageHead>
      <ul className="gutter grid gap-x-6 gap-y-14 py-section sm:grid-cols-2 lg:grid-cols-3 2xl:grid-cols-4">
        {athletes.map((athlete, index) => (
          <AthleteCard key={athlete.id} athlete={athlete} first={index < 2} />
        ))}
      </ul>
      <div className="field-volt gutter py-section">
        <h2 className="display max-w-[20ch] text-section">
          We look for people who show up, not for podiums.
        </h2>
        <div className="mt-8">
          <ButtonLink to="/athlete-application">Apply to Join Our Athletes</ButtonLink>
        </div>
      </div>
    </>
  )
}
