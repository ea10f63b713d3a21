import { data, Form, useNavigation } from "react-router"
import { listById } from "#content/lists.ts"
import { site } from "#content/site.ts"
import { preferencesOf } from "#domain/leads/preferences.ts"
import { unsubscribe } from "#domain/leads/unsubscribe.ts"
import { world } from "../../context.ts"
import { visitOf } from "../../forms/answer.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import type { Route } from "./+types/unsubscribe"
import { LetterPage } from "./letter-page.tsx"

export const meta = () => [{ title: `Unsubscribe · ${site.name}` }, { name: "robots", content: "noindex" }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const known =
    (await preferencesOf(context.get(world), params.token)) !== null && listById(params.list) !== undefined
  return data({ known }, { status: known ? 200 : 404 })
}

/**
 * Submitted on the page or by a mail client: RFC 8058 posts "List-Unsubscribe=One-Click" here without a cookie, login
 * or confirmation, and does not follow redirects.
 */
export async function action({ request, params, context }: Route.ActionArgs) {
  const body = await request.text().catch(() => "")
  const result = await unsubscribe(context.get(world), {
    token: params.token,
    list: params.list,
    source: body.includes("List-Unsubscribe=One-Click") ? "one-click" : "link",
    sender: visitOf(context).sender,
  })
  return data({ done: result.ok }, { status: result.ok ? 200 : 404 })
}

export default function Unsubscribe({ loaderData, actionData, params }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  const list = listById(params.list)
  // Inside a sentence: "the weekly newsletter".
  const name = (list?.name ?? "").replace(/^The /, "the ")
  const waits = list?.kind === "waitlist"
  if (!(actionData?.done ?? loaderData.known))
    return (
      <LetterPage
        title="This link does not work"
        text={`It may be incomplete. Use the link in your latest email, or write to ${site.supportEmail} and we will unsubscribe you.`}
      />
    )
  if (actionData?.done)
    return (
      <LetterPage
        title="You are unsubscribed"
        text={waits ? `You are off ${name}.` : `We will not send you ${name} again.`}
      >
        <ButtonLink to={`/preferences/${params.token}`} look="plain">
          See what else you get
        </ButtonLink>
      </LetterPage>
    )
  return (
    <LetterPage
      title="Leave this list?"
      text={`${waits ? "You are on" : "You get"} ${name}. Unsubscribing ends only that; your other emails stay as they are.`}
    >
      <div className="flex flex-wrap gap-3">
        <Form method="post">
          <Button type="submit" aria-disabled={busy || undefined}>
            {busy ? "One moment…" : "Unsubscribe"}
          </Button>
        </Form>
        <ButtonLink to={`/preferences/${params.token}`} look="plain">
          Change what you get
        </ButtonLink>
      </div>
    </LetterPage>
  )
}
