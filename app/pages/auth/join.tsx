import { useState } from "react"
import { Navigate } from "react-router"
import { inviterOf } from "#domain/competition/boards/inviter.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { Queries } from "../../live/queries.tsx"
import type { WayIn } from "../../session/joining.ts"
import { useAuth } from "../../session/session.tsx"
import { SeasonPrize } from "../../winning/season-prize.tsx"
import type { Route } from "./+types/join"
import { CodeForm } from "./code-form.tsx"
import { InvitedBy } from "./invited-by.tsx"
import { JoinForm } from "./join-form.tsx"
import { firstDayPath } from "./mails.ts"
import { ToBeat } from "./to-beat.tsx"

export const handle: LivePage = { shows: ["boards", "seasons", "members"] }

/** What can be won and who is ahead, beside the form. */
export async function loader({ context, params }: Route.LoaderArgs) {
  const to = context.get(world)
  const { open } = await winning(to)
  const season = open[0] ?? null
  const inviter = params.invite ? await inviterOf(to, context.get(boards), params.invite) : null
  const race = await page(to, context.get(boards), { slug: season?.board ?? "", viewer: null, limit: 3 })
  return { season, inviter, race: race.ok ? race.page.rows : [], today: competitionDay(to.now()) }
}

export const meta: Route.MetaFunction = ({ loaderData, params }) => [
  ...pageMeta({
    title: loaderData?.inviter?.shown
      ? `${loaderData.inviter.shown.name} invites you`
      : "Join the competition",
    description: "Create an account and join the competition in one step: your name, your email, one button.",
  }),
  ...(params.invite ? [{ name: "robots", content: "noindex" }] : []),
]

/** The only way in: every "Join the Competition" link, except those to the board itself, leads here. */
export default function Join({ loaderData: { season, inviter, race, today } }: Route.ComponentProps) {
  const { session, loading } = useAuth()
  const [sent, setSent] = useState<{ email: string; way: WayIn } | null>(null)
  if (session) return <Navigate to={firstDayPath} replace />
  return (
    <div className="grid min-h-[calc(100svh-var(--spacing-nav))] lg:grid-cols-[minmax(0,6fr)_minmax(0,5fr)]">
      <div
        className={`gutter flex flex-col py-[clamp(2rem,5vw,4.5rem)] lg:justify-center lg:pr-16 ${loading ? "in-data-session:invisible" : ""}`}
      >
        <div className="w-full max-w-md">
          {inviter && !sent && <InvitedBy inviter={inviter} />}
          <Queries>
            {sent ? (
              <CodeForm
                purpose={sent.way === "password" ? "signup" : "join"}
                email={sent.email}
                next={firstDayPath}
                onBack={() => setSent(null)}
              />
            ) : (
              <JoinForm onSent={(email, way) => setSent({ email, way })} />
            )}
          </Queries>
        </div>
      </div>
      {season && (
        <aside className="field-volt gutter grid content-between gap-10 py-[clamp(2rem,5vw,4.5rem)] lg:px-12">
          <div>
            <h2 className="label mb-3">What you could win: {season.name}</h2>
            <SeasonPrize season={season} today={today} />
          </div>
          <div>
            <h2 className="label mb-3">Who is ahead right now</h2>
            <ToBeat rows={race} />
          </div>
        </aside>
      )}
    </div>
  )
}
