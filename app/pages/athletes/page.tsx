import { billieStraub } from "#content/athletes/billie-straub.ts"
import { hollisTran } from "#content/athletes/hollis-tran.ts"
import { linusVargaCho } from "#content/athletes/linus-varga-cho.ts"
import { marenOyelaran } from "#content/athletes/maren-oyelaran.ts"
import { site } from "#content/site.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, words, world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { SampleNote } from "../../document/sample-note.tsx"
import { Figure } from "../../people/figure.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { athletePictures } from "../../words/pictures.ts"
import type { Route } from "./+types/page"
import { AthleteCard } from "./athlete-card.tsx"
import { competing } from "./competing.ts"

export const handle: LivePage = { shows: ["boards", "members", "publishing"], onReplica: true }

/** The cards, and the places of those who compete, as any visitor sees them. */
export async function loader({ context }: Route.LoaderArgs) {
  const { list, isOwn, links } = context.get(words)
  const directory = list("athletes").filter(({ listed }) => listed)
  const { profileBase } = links
  const found = await competing(context.get(world), context.get(boards), directory)
  const athletes = directory.map((athlete) => {
    const { id, name, nickname, handle, sport, races, home, bio } = athlete
    const competitor = found.get(id)
    return {
      ...{ id, name, nickname, handle, sport, races, home, bio },
      profileUrl: profileBase + handle,
      picture: athletePictures(athlete)[0],
      photo: competitor?.photo ?? null,
      board: competitor
        ? { slug: competitor.slug, place: competitor.place, credits: competitor.credits }
        : null,
    }
  })
  return { athletes, samples: directory.some(({ id }) => !isOwn("athletes", id)) }
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  pageMeta({
    title: "Our Athletes",
    description: `The ${loaderData?.athletes.length === 14 ? "fourteen " : ""}athletes of ${site.name}: runners, triathletes, lifters and hybrid athletes of every age and level.`,
  })

/** Four of them, in four sports. */
const inFront = [
  { ...marenOyelaran, kind: "run" },
  { ...linusVargaCho, kind: "wheelchair" },
  { ...hollisTran, kind: "strength" },
  { ...billieStraub, kind: "swim" },
]

export default function Directory({ loaderData: loaded }: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title="Our Athletes"
        lead="First marathons and fortieth triathlons, barbells before breakfast, swims after the night shift. These are our athletes."
        tiles={inFront.map(({ id, kind, look }) => (
          <Figure key={id} figure={`${kind}.${look}`} athlete={id} large />
        ))}
      >
        <ButtonLink to="/athlete-application">Apply to Join Our Athletes</ButtonLink>
        <ButtonLink to="/athlete-application" look="plain">
          Become an Athlete
        </ButtonLink>
        <ButtonLink to="/brand-application" look="plain">
          Partner with Athletes
        </ButtonLink>
      </PageHead>
      <div className="gutter">{loaded.samples && <SampleNote of="people" />}</div>
      <ul className="gutter grid gap-x-6 gap-y-10 pt-10 pb-section sm:grid-cols-2 sm:gap-y-14 sm:pt-section lg:grid-cols-3 2xl:grid-cols-4">
        {loaded.athletes.map((athlete, index) => (
          <AthleteCard key={athlete.id} athlete={athlete} first={index < 2} />
        ))}
      </ul>
      <div className="field-volt gutter py-section">
        <h2 className="display max-w-[20ch] text-section">
          We look for people who show up, not people with podiums.
        </h2>
        <div className="mt-8">
          <ButtonLink to="/athlete-application">Apply to Join Our Athletes</ButtonLink>
        </div>
      </div>
    </>
  )
}
