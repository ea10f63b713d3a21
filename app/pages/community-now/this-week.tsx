import { Link } from "react-router"
import { countOf } from "#content/amounts.ts"
import { hereRule } from "#content/own-page.ts"
import type { Here, Listed } from "#domain/community/here.ts"
import { useCheers } from "../../community/use-cheers.ts"
import { useHere } from "../../community/use-here.ts"
import { AthleteFace } from "../../people/athlete-face.tsx"
import { ButtonLink } from "../../ui/button.tsx"
import { Section } from "../../ui/section.tsx"
import type { CommunityNow } from "./read.ts"
import { Together } from "./together.tsx"

/** What happens now, from real people: who is new, the next session, the races, and for members who is here. */
export function ThisWeek({ now }: { now: CommunityNow }) {
  const { newest, session, members, cheers } = now
  const here = useHere(
    session && { event: session.event, on: session.on },
    newest.map(({ athlete }) => athlete),
  )
  // The page was made for everybody: one of the two may have blocked the other.
  const shown = newest.filter(({ athlete }) => !here?.unseen.includes(athlete))
  const isSmall = members < hereRule.firstMembers
  return (
    <Section
      title="This week"
      {...(cheers !== null && { lead: `${countOf(cheers, "cheer")} in the last seven days.` })}
    >
      {isSmall && <FirstMembers members={members} />}
      {shown.length > 0 && <Newest athletes={shown} />}
      {session && <NextSession session={session} here={here} />}
      <Together now={now} />
      {here && here.trained.length > 0 && (
        <div className="mt-12">
          <h3 className="display text-card">Trained today</h3>
          <p className="mt-1 text-small text-muted">
            Members who chose to be listed. Only members can see this.
          </p>
          <Faces people={here.trained} />
        </div>
      )}
    </Section>
  )
}

/** For a community that begins: what there is, and how it grows. */
function FirstMembers({ members }: { members: number }) {
  return (
    <div className="mt-10 border-l-8 border-volt bg-raised p-6">
      <h3 className="display text-card">
        {members === 0 ? "Be the first" : members === 1 ? "One member so far" : `${members} members so far`}
      </h3>
      <p className="mt-2 max-w-[58ch]">
        Four free sessions a week, a board that counts every kind of training, and prizes that only a few
        people are racing for. It is more fun with somebody you know: every member has a link to invite
        friends.
      </p>
      <p className="mt-5 flex flex-wrap gap-3">
        <span className="hidden in-data-session:contents">
          <ButtonLink to="/account#bring-a-friend">Bring a Friend</ButtonLink>
        </span>
        <ButtonLink to="/leaderboard" look="plain">
          See What Is to Win
        </ButtonLink>
      </p>
    </div>
  )
}

function Newest({ athletes }: { athletes: readonly Listed[] }) {
  const cheers = useCheers(
    athletes.map(({ athlete }) => athlete),
    { days: 1 },
  )
  return (
    <div className="mt-10">
      <h3 className="display text-card">Say hello to</h3>
      <ul className="mt-4 grid gap-x-8 border-t border-line sm:grid-cols-2 lg:grid-cols-3">
        {athletes.map((one) => (
          <li key={one.athlete} className="flex items-center gap-4 border-b border-line py-3">
            <AthleteFace of={one} side={48} />
            <span className="min-w-0">
              <Link
                to={`/leaderboard/athletes/${one.athlete}`}
                className="inline-flex min-h-11 items-center font-semibold wrap-anywhere underline-offset-4 hover:underline"
              >
                {one.name}
              </Link>
              {cheers && <cheers.Day cheers={cheers} athlete={one.athlete} on={null} name={one.name} />}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function NextSession({
  session,
  here,
}: {
  session: NonNullable<CommunityNow["session"]>
  here: Here | null
}) {
  const { title, when, location, going, event, on } = session
  return (
    <div className="mt-12">
      <h3 className="display text-card">Next: {title}</h3>
      <p className="figures mt-1">
        {when}, {location}
        {going > 0 && (
          <span className="text-muted">. {countOf(going, "person", "people")} will be there.</span>
        )}
      </p>
      {here && here.coming.length > 0 && <Faces people={here.coming} />}
      <p className="mt-4 flex flex-wrap gap-3">
        <ButtonLink to="/events" look="plain">
          Come Along
        </ButtonLink>
        {here && (
          <Link to={`/events/${event}/days/${on}`} className="inline-flex min-h-11 items-center underline">
            See who is coming, and comments
          </Link>
        )}
      </p>
    </div>
  )
}

/** Names with faces, in their order. */
export function Faces({ people }: { people: readonly Listed[] }) {
  return (
    <ul className="mt-4 flex flex-wrap gap-x-6 gap-y-2">
      {people.map((one) => (
        <li key={one.athlete}>
          <Link
            to={`/leaderboard/athletes/${one.athlete}`}
            className="inline-flex min-h-11 items-center gap-2 no-underline hover:underline"
          >
            <AthleteFace of={one} side={40} />
            <span className="wrap-anywhere">{one.name}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
