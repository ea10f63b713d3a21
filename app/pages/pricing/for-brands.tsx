import { brandTiers } from "#content/catalog.ts"
import { pageMeta } from "../../meta.ts"
import { PageHead } from "../../ui/page-head.tsx"
import { Tiers } from "./tiers.tsx"

export const meta = () =>
  pageMeta({
    title: "For Brands",
    description:
      "Meet athletes for free, plan a month of posts from $49, or start a product activation from $799.",
  })

export default function ForBrands() {
  return (
    <>
      <PageHead
        title="For Brands"
        lead="Connect for nothing, let us manage the month, or scale with an activation. You see the training before you see the post."
      />
      <Tiers tiers={brandTiers} />
    </>
  )
}
