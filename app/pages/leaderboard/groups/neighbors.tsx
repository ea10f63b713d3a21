import { groupRule } from "#content/board-groups.ts"
import { mine } from "#domain/competition/boards/standings.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { boards, world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { signInAddress } from "../../../session/return-path.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { BackLink } from "../../../ui/back-link.tsx"
import { ButtonLink } from "../../../ui/button.tsx"
import { PageHead } from "../../../ui/page-head.tsx"
import { Section } from "../../../ui/section.tsx"
import { placeInWords } from "../../../winning/place-in-words.ts"
import { useLookAgain } from "../../account/use-look-again.ts"
import { usePageSession } from "../../account/use-page-session.ts"
import { Waiting } from "../../account/waiting.tsx"
import { BoardRow } from "../board-row.tsx"
import { daysOf, spanOf } from "../days.ts"
import { useBoardToken } from "../use-board-token.ts"
import type { Route } from "./+types/neighbors"
import { raceOfPage } from "./race-of-page.ts"

/** Between two looks. */
const everyMs = 10_000

/** The part of a race's board around the member who asks; for nobody else. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const member = await signedIn(context)
  const to = context.get(world)
  const { slug, race } = raceOfPage(context.get(boards), params.race)
  const found =
    member &&
    (await mine(to, context.get(boards), { slug, viewer: member.userId, neighbors: groupRule.neighbors }))
  return {
    userId: member?.userId ?? null,
    race,
    place: found?.ok ? found.mine : null,
    today: competitionDay(to.now()),
  }
}

export const meta = () => [
  ...pageMeta({ title: "My neighbors", description: "The part of the board around you." }),
  { name: "robots", content: "noindex" },
]

export default function Neighbors({ loaderData: { userId, race, place, today } }: Route.ComponentProps) {
  const { isIn, isOwn, tried } = usePageSession(userId)
  const token = useBoardToken()
  useLookAgain(place ? everyMs : null)
  const days = place ? daysOf(place.board, today) : []
  return (
    <>
      <div className="gutter pt-10">
        <BackLink to={`/leaderboard/${race.page}`}>The {race.name}</BackLink>
      </div>
      <PageHead
        title="My neighbors"
        lead={
          place
            ? `${placeInWords(place)} in the ${race.name}, ${spanOf(place.board)}. Places are those of the whole board.`
            : `The part of the ${race.name} around you.`
        }
      />
      <Section>
        {isOwn && place && (
          <ol className="border-t-4 border-text">
            {place.around.map((row) => (
              <BoardRow
                key={row.key}
                row={row}
                mine={row.mine}
                board={place.board.slug}
                days={days}
                today={today}
                hasYesterday={place.around.some(({ move }) => move !== null)}
                token={token}
              />
            ))}
          </ol>
        )}
        {isOwn && !place && (
          <>
            <p className="mb-5">
              You have no points in this race yet. Your first activity that counts puts you on the board.
            </p>
            <ButtonLink to="/account">Add a Workout</ButtonLink>
          </>
        )}
        {!isOwn && isIn !== false && !tried && (
          <Waiting withoutScripts="Sign in first, with JavaScript turned on." />
        )}
        {!isOwn && (isIn === false || tried) && (
          <>
            <p className="mb-5 max-w-[58ch]">
              Members see their own row here, with up to {groupRule.neighbors} athletes ahead and{" "}
              {groupRule.neighbors} behind.
            </p>
            <p className="flex flex-wrap gap-3">
              <ButtonLink to={signInAddress(`/leaderboard/${race.page}/neighbors`)}>Sign In</ButtonLink>
              <ButtonLink to="/join" look="plain">
                Join the Competition
              </ButtonLink>
            </p>
          </>
        )}
      </Section>
    </>
  )
}
