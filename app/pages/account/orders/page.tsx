import { data } from "react-router"
import { site } from "#content/site.ts"
import { ordersOf, subscriptionsOf } from "#domain/shop/own-orders.ts"
import { openMembersPortal } from "#domain/shop/portal.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { ButtonLink } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { OnTo } from "../../../ui/on-to.tsx"
import { MemberPage } from "../member-page.tsx"
import { useLookAgain } from "../use-look-again.ts"
import type { Route } from "./+types/page"
import { Orders } from "./orders.tsx"
import { Subscriptions } from "./subscriptions.tsx"

/** How often an order that waits for its payment is looked at again, in ms: it may be paid in another tab. */
const lookEveryMs = 15_000

const problems = {
  signed_out: "You were signed out. Sign in again, then open the billing page.",
  no_customer: "You have not bought anything with this account yet.",
  payments_off: "The billing page is not available right now.",
  payment_service_failed: "The billing page did not open. Please try again.",
}
const statuses = { signed_out: 401, no_customer: 404, payments_off: 503, payment_service_failed: 502 }

export const meta = () => [
  ...pageMeta({ title: "Orders", description: `What you bought or gave at ${site.name}, with receipts.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  const all = new URL(request.url).searchParams.has("all")
  if (!member) return { userId: null, orders: [], subscriptions: [], all }
  const { db } = context.get(world)
  const [orders, subscriptions] = await Promise.all([
    ordersOf(db, member.userId),
    subscriptionsOf(db, member.userId),
  ])
  return { userId: member.userId, orders, subscriptions, all }
}

/** Opens the billing page. */
export async function action({ context }: Route.ActionArgs) {
  const member = await signedIn(context)
  const opened = member
    ? await openMembersPortal(context.get(world), member.userId)
    : ({ ok: false, code: "signed_out" } as const)
  if (opened.ok) return data({ ok: true as const, url: opened.url })
  return data({ ok: false as const, problem: problems[opened.code] }, { status: statuses[opened.code] })
}

/** What the member bought, and what renews. */
export default function OrdersPage({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, orders, subscriptions, all } = loaderData
  const isWaiting = orders.some(({ state }) => state === "pending")
  useLookAgain(isWaiting ? lookEveryMs : null)
  if (actionData?.ok) return <OnTo url={actionData.url} page="the payment page" />
  return (
    <MemberPage userId={userId} keeps={false}>
      <h1 className="display mt-6 mb-10 text-title">Orders</h1>
      {actionData && (
        <div className="mb-9">
          <Notice kind="problem">{actionData.problem}</Notice>
        </div>
      )}
      {subscriptions.length > 0 && <Subscriptions subscriptions={subscriptions} />}
      {orders.length > 0 && <Orders orders={orders} all={all} />}
      {subscriptions.length + orders.length === 0 && (
        <>
          <p className="mb-6">Nothing yet. What you buy or give is listed here, with its receipt.</p>
          <ButtonLink to="/shop" look="plain">
            Go to the Shop
          </ButtonLink>
        </>
      )}
    </MemberPage>
  )
}
