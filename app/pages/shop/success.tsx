import { data } from "react-router"
import { orderOfSession } from "#domain/shop/shown-order.ts"
import { world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import type { Route } from "./+types/success"
import { OrderShown } from "./order-shown.tsx"
import type { Returned } from "./returned.ts"
import { useSettledOrder } from "./use-settled-order.ts"

export const meta = ({ loaderData }: Route.MetaArgs) => [
  ...pageMeta({ title: "Payment Successful", description: "Your payment went through." }),
  // Personal orders must not be indexed.
  ...(loaderData?.sessionId ? [{ name: "robots", content: "noindex" }] : []),
  // The URL contains the checkout id, which linked sites must not receive.
  { name: "referrer", content: "no-referrer" },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const sessionId = new URL(request.url).searchParams.get("session_id")
  if (!sessionId) return data<Returned>({ sessionId: null, order: null })
  const order = sessionId.length < 300 ? await orderOfSession(context.get(world), sessionId) : null
  return data<Returned>({ sessionId, order }, { status: order ? 200 : 404 })
}

/** Without a connection the page stays and retries automatically. */
export async function clientLoader({ request, serverLoader }: Route.ClientLoaderArgs): Promise<Returned> {
  try {
    return await serverLoader()
  } catch {
    const sessionId = new URL(request.url).searchParams.get("session_id")
    return { sessionId, order: null, unreachable: true }
  }
}

export default function Success({ loaderData }: Route.ComponentProps) {
  const { returned, waiting } = useSettledOrder(loaderData)
  return <OrderShown returned={returned} waiting={waiting} />
}
