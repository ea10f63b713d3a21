import { artworkFor } from "#content/artwork/artwork.ts"
import { services } from "#content/services.ts"
import { site } from "#content/site.ts"
import { organizationData } from "#content/structured-data.ts"
import { teasers } from "#content/teasers.ts"
import { competitionDay } from "#domain/competition/boards/period.ts"
import { page } from "#domain/competition/boards/standings.ts"
import { winning } from "#domain/competition/seasons/winning.ts"
import { hasDemoAthletes } from "#domain/members/member.ts"
import type { LivePage } from "#domain/shown.ts"
import { boards, visit, world } from "../../context.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import { JsonLd } from "../../json-ld.tsx"
import { pageMeta } from "../../meta.ts"
import { viewOf } from "../leaderboard/view-of.ts"
import type { Route } from "./+types/page"
import { AboutStory } from "./about-story.tsx"
import { BlogTeaser } from "./blog-teaser.tsx"
import { Closing } from "./closing.tsx"
import { CommunityHero } from "./community-hero.tsx"
import { Hero } from "./hero.tsx"
import { HowItWorks } from "./how-it-works.tsx"
import { LeaderboardTeaser, teaserBoard } from "./leaderboard-teaser.tsx"
import { NewsletterPlace } from "./newsletter-place.tsx"
import { PartnerWithUs } from "./partner-with-us.tsx"

export { keepAfterSending as shouldRevalidate }

export const handle: LivePage = { shows: ["boards", "seasons", "members"] }

export const meta = () =>
  pageMeta({ title: "Where Everyday Athletes Compete, Connect, and Win", description: site.description })

/** What can be won, who is ahead, and the first five of the last two weeks, as any visitor sees them. */
export async function loader({ context }: Route.LoaderArgs) {
  const to = context.get(world)
  const open = context.get(boards)
  const visitor = { viewer: null }
  const prizes = await winning(to)
  const [closingFirst] = prizes.open
  const [race, teaser, demo] = await Promise.all([
    page(to, open, { slug: closingFirst?.board ?? "", limit: 2, ...visitor }),
    page(to, open, { slug: teaserBoard, limit: 50, ...visitor }),
    hasDemoAthletes(to.db),
  ])
  const embeds = context.get(visit)?.embeds ?? {}
  return {
    newsletterEmbed: embeds["home-newsletter"] ?? null,
    reportEmbed: embeds["home-report"] ?? null,
    automatic: [...to.sources.services.keys()].map((name) => services[name].title),
    prizes,
    race: race.ok ? race.page.rows : [],
    board: teaser.ok ? { ...teaser.page.board, view: viewOf(teaser.page) } : null,
    today: competitionDay(to.now()),
    demo,
    teaserPictures: teasers.map((teaser) => artworkFor("blog", teaser.href.replace("/blog/", ""))),
    story: artworkFor("pages", "home"),
    brands: artworkFor("pages", "for-brands"),
  }
}

export default function Home({ loaderData: loaded }: Route.ComponentProps) {
  const { prizes, race, today, board, demo } = loaded
  return (
    <>
      <JsonLd describe={organizationData} />
      <Hero prizes={prizes} race={race} today={today} demo={demo} />
      <CommunityHero />
      <AboutStory picture={loaded.story} />
      <HowItWorks automatic={loaded.automatic} />
      <LeaderboardTeaser embed={loaded.reportEmbed} board={board} today={today} demo={demo} />
      <BlogTeaser pictures={loaded.teaserPictures} />
      <NewsletterPlace embed={loaded.newsletterEmbed} />
      <PartnerWithUs picture={loaded.brands} />
      <Closing />
    </>
  )
}
