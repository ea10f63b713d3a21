import { artworkFor } from "#content/artwork/artwork.ts"
import { site } from "#content/site.ts"
import { organizationData } from "#content/structured-data.ts"
import { teasers } from "#content/teasers.ts"
import type { LivePage } from "#domain/shown.ts"
import { visit } from "../../context.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import { JsonLd } from "../../json-ld.tsx"
import { pageMeta } from "../../meta.ts"
import type { Route } from "./+types/page"
import { AboutStory } from "./about-story.tsx"
import { BlogTeaser } from "./blog-teaser.tsx"
import { Closing } from "./closing.tsx"
import { CommunityHero } from "./community-hero.tsx"
import { Hero } from "./hero.tsx"
import { HowItWorks } from "./how-it-works.tsx"
import { LeaderboardTeaser } from "./leaderboard-teaser.tsx"
import { NewsletterPlace } from "./newsletter-place.tsx"
import { PartnerWithUs } from "./partner-with-us.tsx"

export { keepAfterSending as shouldRevalidate }

export const handle: LivePage = { shows: [] }

export const meta = () =>
  pageMeta({ title: "Where Everyday Athletes Compete, Connect, and Win", description: site.description })

/** The pictures of the page; read at build time. */
export function loader({ context }: Route.LoaderArgs) {
  return {
    // Absent at build time; where a frame is configured, the server does not serve the prerendered page.
    newsletterEmbed: context.get(visit)?.embeds["home-newsletter"] ?? null,
    reportEmbed: context.get(visit)?.embeds["home-report"] ?? null,
    teaserPictures: teasers.map((teaser) => artworkFor("blog", teaser.href.replace("/blog/", ""))),
    story: artworkFor("pages", "home"),
    brands: artworkFor("pages", "for-brands"),
  }
}

export default function Home({
  loaderData: { newsletterEmbed, reportEmbed, teaserPictures, story, brands },
}: Route.ComponentProps) {
  return (
    <>
      <JsonLd describe={organizationData} />
      <Hero />
      <CommunityHero />
      <AboutStory picture={story} />
      <HowItWorks />
      <LeaderboardTeaser embed={reportEmbed} />
      <BlogTeaser pictures={teaserPictures} />
      <NewsletterPlace embed={newsletterEmbed} />
      <PartnerWithUs picture={brands} />
      <Closing />
    </>
  )
}
