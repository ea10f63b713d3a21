import { Link } from "react-router"
import { directory } from "#content/athletes.ts"
import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { ButtonLink, buttonClass } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { PageHead } from "../../ui/page-head.tsx"

export const meta = () =>
  pageMeta({
    title: "Our Athletes",
    description: `The ${directory.length} athletes of ${site.name}: runners, triathletes, lifters and hybrids of every age and level.`,
  })

export default function Directory() {
  return (
    <>
      <PageHead
        title="Our Athletes"
        lead="First marathons and fortieth triathlons, barbells before breakfast, swims after the night shift. These are the people who carry the name."
        figure={{ value: String(directory.length), label: "athletes" }}
      >
        <ButtonLink to="/athlete-application">Become an Athlete</ButtonLink>
        <ButtonLink to="/brand-application" look="plain">
          Partner with Athletes
        </ButtonLink>
      </PageHead>
      <ul className="gutter grid gap-6 py-section sm:grid-cols-2 xl:grid-cols-3">
        {directory.map((athlete) => (
          <Card as="li" key={athlete.id}>
            <h2 className="display text-card">{athlete.name}</h2>
            {athlete.nickname !== "N/a" && <p className="text-muted">“{athlete.nickname}”</p>}
            <p className="mt-2 text-small">{athlete.sport}</p>
            <p className="figures text-small">{athlete.races} races</p>
            <p className="mt-3 line-clamp-3 text-muted">{athlete.bio}</p>
            <div className="mt-5 flex flex-wrap gap-3">
              <Link to={`/athletes/${athlete.id}`} prefetch="intent" className={buttonClass("quiet")}>
                View Profile
              </Link>
              <ButtonLink look="quiet" to={site.profileBase + athlete.handle}>
                Follow @{athlete.handle}
              </ButtonLink>
            </div>
          </Card>
        ))}
      </ul>
    </>
  )
}
