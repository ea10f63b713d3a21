import { pageMeta } from "../../meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"

export const meta = () =>
  pageMeta({
    title: "Blog",
    description:
      "Training, nutrition, habits and building a personal brand: what everyday athletes can use this week.",
  })

export default function Listing() {
  return (
    <PageHead
      title="Blog"
      lead="Training, nutrition, habits and building a name: written by people who had to try it first."
    >
      <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
    </PageHead>
  )
}
