import { site } from "#content/site.ts"
import { pageMeta } from "../../meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"

export const meta = () => [
  ...pageMeta({
    title: "Payment Cancelled",
    description: "The payment was cancelled and nothing was charged.",
  }),
  { name: "robots", content: "noindex" },
]

export default function Cancel() {
  return (
    <PageHead
      title="Payment Cancelled"
      lead={
        <>
          No charge was made. If something went wrong on the way, write to{" "}
          <a href={`mailto:${site.supportEmail}`} className="text-text underline underline-offset-4">
            {site.supportEmail}
          </a>{" "}
          and we will sort it out.
        </>
      }
    >
      <ButtonLink to="/shop">Back to Shop</ButtonLink>
      <ButtonLink to="/" look="plain">
        Home
      </ButtonLink>
    </PageHead>
  )
}
