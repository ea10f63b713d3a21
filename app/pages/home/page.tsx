import { useMemo, useRef } from "react"
import { artworkFor } from "#content/artwork/artwork.ts"
import { forms } from "#content/forms.ts"
import { phaseOf } from "#content/running.ts"
import { services } from "#content/services.ts"
import { site } from "#content/site.ts"
import { organizationData } from "#content/structured-data.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, visit, words, world } from "../../context.ts"
import { useFrame } from "../../document/document.tsx"
import { JsonLd } from "../../document/json-ld.tsx"
import { pageMeta } from "../../document/meta.ts"
import { openForm } from "../../forms/answer.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import type { BoardView } from "../../live/board-view.ts"
import { useLiveBoards } from "../../live/use-live-boards.ts"
import { useNear } from "../../live/use-near.ts"
import { endedOf } from "../../winning/ended-of.ts"
import { EndedRaces } from "../../winning/ended-races.tsx"
import { useOwnRaces } from "../../winning/use-own-races.ts"
import { figuresOn } from "../../words/figures.ts"
import { teasersOf } from "../../words/teasers.ts"
import { useBoardToken } from "../leaderboard/use-board-token.ts"
import { viewOf } from "../leaderboard/view-of.ts"
import type { Route } from "./+types/page"
import { AboutStory } from "./about-story.tsx"
import { BlogTeaser } from "./blog-teaser.tsx"
import { Closing } from "./closing.tsx"
import { CommunityHero } from "./community-hero.tsx"
import { Hero } from "./hero.tsx"
import { HowItWorks } from "./how-it-works.tsx"
import { LeaderboardTeaser, teaserBoard } from "./leaderboard-teaser.tsx"
import { NewsletterSection } from "./newsletter-section.tsx"
import { PartnerWithUs } from "./partner-with-us.tsx"
import { RaceBoard } from "./race-board.tsx"

export { keepAfterSending as shouldRevalidate }

export const handle: LivePage = { shows: ["boards", "seasons", "members", "publishing"] }

export const meta = () =>
  pageMeta({ title: "Where Everyday Athletes Compete, Connect, and Win", description: site.description })

/**
 * The prizes, the current race, the races that have just ended, and the first five of the last two weeks, as any
 * visitor sees them.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const to = context.get(world)
  const open = context.get(boards)
  const now = to.now()
  const prizes = await winning(to)
  const races = prizes.open.map((race) => ({
    ...race,
    phase: phaseOf({ opensAt: Date.parse(race.opensAt), closesAt: Date.parse(race.closesAt) }, now.getTime()),
  }))
  const visitor = { viewer: null, limit: 50 }
  const [race, teaser, ended, demo] = await Promise.all([
    page(to, open, { slug: races[0]?.board ?? "", ...visitor }),
    page(to, open, { slug: teaserBoard, ...visitor }),
    endedOf(to),
    hasDemoAthletes(to.db),
  ])
  const embeds = context.get(visit)?.embeds ?? {}
  return {
    newsletter: openForm(context, forms["home-newsletter"]),
    reportEmbed: embeds["home-report"] ?? null,
    automatic: [...to.sources.services.keys()].map((name) => services[name].title),
    races,
    last: prizes.last,
    ended,
    race: race.ok ? viewOf(race.page) : null,
    board: teaser.ok ? { ...teaser.page.board, view: viewOf(teaser.page) } : null,
    today: competitionDay(now),
    demo,
    teasers: teasersOf(context.get(words)),
    figures: await figuresOn(context, "/community"),
    story: artworkFor("pages", "home"),
    brands: artworkFor("pages", "for-brands"),
  }
}

export default function Home({ loaderData: loaded }: Route.ComponentProps) {
  const { races, today, board, demo, reportEmbed } = loaded
  const { links } = useFrame()
  const [race] = races
  const place = useRef<HTMLElement>(null)
  const near = useNear(place)
  const token = useBoardToken()
  // Both boards share one connection.
  const initial = useMemo((): Record<string, BoardView | null> => {
    const first = race ? { [race.board]: loaded.race } : {}
    return reportEmbed ? first : { ...first, [teaserBoard]: board?.view ?? null }
  }, [race, loaded, reportEmbed, board])
  const { views, status, viewers } = useLiveBoards<string>(initial, { token, enabled: near })
  const view = race ? (views[race.board] ?? null) : null
  const { own, failed } = useOwnRaces(token, view?.state ?? "")
  return (
    <>
      <JsonLd describe={(origin) => organizationData(origin, links)} />
      {race && (
        <>
          <Hero
            race={race}
            phase={race.phase}
            last={loaded.last}
            rows={view?.rows ?? []}
            today={today}
            own={own}
            failed={failed}
            ended={loaded.ended}
          />
          <RaceBoard
            races={races}
            view={view}
            status={status}
            viewers={viewers[race.board] ?? null}
            today={today}
            demo={demo}
            place={place}
          />
          {/* In the order in which they are shown: a page that arrives in pieces moves nothing. */}
          <EndedRaces seasons={loaded.ended} />
        </>
      )}
      <CommunityHero {...loaded.figures} />
      <AboutStory picture={loaded.story} />
      <HowItWorks automatic={loaded.automatic} />
      <LeaderboardTeaser
        embed={reportEmbed}
        board={board}
        view={views[teaserBoard] ?? null}
        status={status}
        viewers={viewers[teaserBoard] ?? null}
        today={today}
        demo={demo}
      />
      <BlogTeaser posts={loaded.teasers} />
      <NewsletterSection {...loaded.newsletter} />
      <PartnerWithUs picture={loaded.brands} />
      <Closing />
    </>
  )
}
