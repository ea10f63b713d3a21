import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { AboutStory } from "./about-story.tsx"
import { BlogTeaser } from "./blog-teaser.tsx"
import { Closing } from "./closing.tsx"
import { CommunityHero } from "./community-hero.tsx"
import { Hero } from "./hero.tsx"
import { HowItWorks } from "./how-it-works.tsx"
import { LeaderboardTeaser } from "./leaderboard-teaser.tsx"
import { NewsletterPlace } from "./newsletter-place.tsx"
import { PartnerWithUs } from "./partner-with-us.tsx"

export const meta = () =>
  pageMeta({ title: "Where Everyday Athletes Compete, Connect, and Win", description: site.description })

export default function Home() {
  return (
    <>
      <Hero />
      <CommunityHero />
      <AboutStory />
      <HowItWorks />
      <LeaderboardTeaser />
      <BlogTeaser />
      <NewsletterPlace />
      <PartnerWithUs />
      <Closing />
    </>
  )
}
