import { useMatches } from "react-router"
import { site } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"
import type { Route } from "./+types/form"

/** The words around each form, by the id of its route. */
const intros: Record<string, { title: string; lead: string; description: string }> = {
  newsletter: {
    title: "One useful mail a week",
    lead: "What the board did, one idea for your training and the session you should come to. No spam. Unsubscribe at any time.",
    description:
      "The weekly newsletter for everyday endurance and hybrid athletes. No spam, unsubscribe at any time.",
  },
  "creator-newsletter": {
    title: "The creator newsletter",
    lead: "One idea a week on training in public and working with brands, and the briefs that are open. No spam. Unsubscribe at any time.",
    description:
      "A weekly letter for athletes who create: one idea, open brand briefs, five minutes. No spam.",
  },
  "brand-application": {
    title: "Apply as a brand",
    lead: "Tell us what you make and who it is for. We answer with athletes who would use it anyway, or with an honest no.",
    description: "Brands: apply to work with athletes whose training anyone can check.",
  },
  "creator-application": {
    title: "Join the community",
    lead: "Tell us how you train and what you would like to get out of it. Everyone is welcome on the board; the rest follows.",
    description: "Join the chat, the leaderboard and the weekly sessions. Free, for every level.",
  },
  "athlete-application": {
    title: "Become an athlete",
    lead: "A page of your own in the directory and first call on brand introductions. We look for people who show up, not for podiums.",
    description: "Apply for a page in the athlete directory and first call on brand introductions.",
  },
  "social-media-planner-waitlist": {
    title: "Social Media Planner: the waitlist",
    lead: "A month of posts planned around real training and racing. We open a few places at a time, so that each one gets done properly.",
    description: "Join the waitlist of the Social Media Planner, $49 a month.",
  },
  "built2connect-waitlist": {
    title: "Built 2 Connect: the waitlist",
    lead: "A standing line to the community, with one person who plans, matches and follows up. We open a few places at a time.",
    description: "Join the waitlist of Built 2 Connect, $249 a month.",
  },
}

function introOf(id: string | undefined) {
  return intros[id ?? ""] ?? { title: site.name, lead: site.tagline, description: site.description }
}

export const meta: Route.MetaFunction = ({ matches }) => {
  const { title, description } = introOf(matches.at(-1)?.id)
  return pageMeta({ title, description })
}

export default function FormPage() {
  const { title, lead } = introOf(useMatches().at(-1)?.id)
  return (
    <PageHead title={title} lead={lead}>
      <ButtonLink to={site.links.chat}>Ask in the Community Chat</ButtonLink>
      <ButtonLink to={`mailto:${site.supportEmail}`} look="plain">
        Write to us
      </ButtonLink>
    </PageHead>
  )
}
