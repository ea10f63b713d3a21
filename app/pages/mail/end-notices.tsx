import { data, Form, useNavigation } from "react-router"
import { site } from "#content/site.ts"
import { endNotices, isNoticeToken } from "#domain/competition/notices/preferences.ts"
import { world } from "../../context.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import type { Route } from "./+types/end-notices"
import { LetterPage } from "./letter-page.tsx"

export const meta = () => [{ title: `Unsubscribe · ${site.name}` }, { name: "robots", content: "noindex" }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const known = await isNoticeToken(context.get(world).db, params.token)
  return data({ known }, { status: known ? 200 : 404 })
}

/** Submitted on the page or by a mail client (RFC 8058). */
export async function action({ params, context }: Route.ActionArgs) {
  const done = await endNotices(context.get(world), params.token)
  return data({ done }, { status: done ? 200 : 404 })
}

/** Turns off the mails about the competition; each of them contains the link. */
export default function EndNotices({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  if (!(actionData?.done ?? loaderData.known))
    return (
      <LetterPage
        title="This link does not work"
        text={`It may be incomplete. Use the link in your latest email, or write to ${site.supportEmail} and we will unsubscribe you.`}
      />
    )
  const toAccount = (
    <ButtonLink to="/account" look="plain">
      Open my account
    </ButtonLink>
  )
  if (actionData?.done)
    return (
      <LetterPage
        title="You are unsubscribed"
        text="We will send no more emails about your day in the competition."
      >
        {toAccount}
      </LetterPage>
    )
  return (
    <LetterPage
      title="Unsubscribe?"
      text="You get an email about your day in the competition when there is news. Unsubscribing ends only that; your other emails stay as they are."
    >
      <div className="flex flex-wrap gap-3">
        <Form method="post">
          <Button type="submit" aria-disabled={busy || undefined}>
            {busy ? "One moment…" : "Unsubscribe"}
          </Button>
        </Form>
        {toAccount}
      </div>
    </LetterPage>
  )
}
