import { site } from "#content/site.ts"
import { pageMeta } from "../meta.ts"
import { ButtonLink } from "../ui/button.tsx"
import { PageHead } from "../ui/page-head.tsx"

export const meta = () =>
  pageMeta({
    title: "Case Study",
    description: `How a local retail partner and ${site.name} turned a quiet Tuesday into a habit.`,
  })

export default function CaseStudy() {
  return (
    <PageHead
      title="A running store, a quiet Tuesday and twenty-five pairs of feet"
      lead="A local retail partner gave us its floor before opening hours. We gave it people who wear through shoes. This is how that went."
    >
      <ButtonLink to="/brand-application">Apply as a Brand</ButtonLink>
      <ButtonLink to="/creator-application" look="plain">
        Join as a Creator
      </ButtonLink>
    </PageHead>
  )
}
