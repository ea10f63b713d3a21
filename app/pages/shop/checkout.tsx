import { pageMeta } from "../../document/meta.ts"
import { answerCheckout } from "../../shop/answer-checkout.ts"
import { ButtonLink } from "../../ui/button.tsx"
import { OnTo } from "../../ui/on-to.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import type { Route } from "./+types/checkout"

export const meta = () => [
  ...pageMeta({ title: "Checkout", description: "The way to the payment page." }),
  { name: "robots", content: "noindex" },
]

/** Serves the shop without JavaScript. */
export async function action({ request, context }: Route.ActionArgs) {
  const sent = await request.formData()
  return answerCheckout(context, {
    productName: String(sent.get("productName")),
    price: Number(sent.get("price")),
    mode: String(sent.get("mode")),
    agreed: sent.get("agreed") === "yes",
  })
}

export default function Checkout({ actionData }: Route.ComponentProps) {
  if (actionData?.ok) return <OnTo url={actionData.url} page="the payment page" />
  return (
    <PageHead
      title={actionData ? "That did not work" : "Nothing to pay yet"}
      lead={actionData?.problem ?? "Choose something first, and then the payment page will open."}
    >
      <ButtonLink to="/shop">Back to Shop</ButtonLink>
      <ButtonLink to="/donate" look="plain">
        Donate
      </ButtonLink>
    </PageHead>
  )
}
