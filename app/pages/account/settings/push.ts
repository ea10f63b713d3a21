import { subscribe, unsubscribe } from "#domain/notices/push/subscriptions.ts"
import { world } from "../../../context.ts"
import { signedIn } from "../../../session/signed-in.ts"
import type { Route } from "./+types/push"

const statuses = { off: 404, invalid: 422, not_joined: 409, signed_out: 401 } as const

/** Where a browser says at which address it can be reached (app/phone/device-push.ts), and its service worker when that changes. */
export async function action({ request, context }: Route.ActionArgs) {
  const member = await signedIn(context)
  if (!member) return Response.json({ code: "signed_out" }, { status: 401 })
  const current = context.get(world)
  const sent = new URLSearchParams(await request.text())
  const text = (name: string) => sent.get(name) ?? ""
  const [endpoint, before] = [text("endpoint"), text("before")]
  if (text("form") === "off") {
    await unsubscribe(current, member.userId, endpoint)
    return Response.json({ ok: true })
  }
  const device = deviceOf(request.headers.get("user-agent") ?? "")
  const done = await subscribe(current, member, {
    endpoint,
    p256dh: text("p256dh"),
    auth: text("auth"),
    device,
  })
  if (done.ok && before) await unsubscribe(current, member.userId, before)
  return Response.json(done, { status: done.ok ? 200 : statuses[done.code] })
}

/** "Chrome on Android", from what the browser says of itself. */
function deviceOf(agent: string): string {
  const browser = [
    [/Edg\//, "Edge"],
    [/Firefox\//, "Firefox"],
    [/Chrome\//, "Chrome"],
    [/Safari\//, "Safari"],
  ].find(([shape]) => (shape as RegExp).test(agent))?.[1]
  const system = [
    [/iPhone/, "iPhone"],
    [/iPad/, "iPad"],
    [/Android/, "Android"],
    [/Windows/, "Windows"],
    [/Mac OS/, "Mac"],
    [/Linux|CrOS/, "Linux"],
  ].find(([shape]) => (shape as RegExp).test(agent))?.[1]
  return `${browser ?? "A browser"} on ${system ?? "a device"}`
}
