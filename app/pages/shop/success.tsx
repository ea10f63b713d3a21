import { pageMeta } from "../../meta.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { PageHead } from "../../ui/page-head.tsx"

export const meta = () => [
  ...pageMeta({ title: "Payment Successful", description: "Your payment went through." }),
  { name: "robots", content: "noindex" },
]

export default function Success() {
  return (
    <PageHead
      title="Payment Successful"
      lead="Thank you. Check your confirmation e-mail for what happens next, and your spam folder if it is not there in a few minutes."
    >
      <ButtonLink to="/">Home</ButtonLink>
      <ButtonLink to="/shop" look="plain">
        Back to Shop
      </ButtonLink>
    </PageHead>
  )
}
