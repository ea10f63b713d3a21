import { creatorTiers } from "#content/catalog.ts"
import { pageMeta } from "../../meta.ts"
import { PageHead } from "../../ui/page-head.tsx"
import { Tiers } from "./tiers.tsx"

export const meta = () =>
  pageMeta({
    title: "For Creators",
    description:
      "Join the community for free, learn to tell your training, and grow with a group, a kit or a coach.",
  })

export default function ForCreators() {
  return (
    <>
      <PageHead
        title="For Creators"
        lead="Three ways in that cost nothing, three that help you earn. Start with the free ones; most people never need more."
      />
      <Tiers tiers={creatorTiers} />
    </>
  )
}
