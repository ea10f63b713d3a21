import { data, Form, useNavigation } from "react-router"
import { site } from "#content/site.ts"
import { endNotices, kindsOfLink } from "#domain/notices/choices.ts"
import { noticeNames } from "#domain/notices/notice-mail.ts"
import { world } from "../../context.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import type { Route } from "./+types/end-notices"
import { LetterPage } from "./letter-page.tsx"

export const meta = () => [{ title: `Unsubscribe · ${site.name}` }, { name: "robots", content: "noindex" }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const kinds = await kindsOfLink(context.get(world).db, params)
  return data({ names: kinds && noticeNames(kinds) }, { status: kinds ? 200 : 404 })
}

/** Submitted on the page or by a mail client (RFC 8058). */
export async function action({ params, context }: Route.ActionArgs) {
  const ended = await endNotices(context.get(world), params)
  return data({ done: ended && noticeNames(ended) }, { status: ended ? 200 : 404 })
}

/** Ends the kinds of notices that a mail was about; each of them contains the link. */
export default function EndNotices({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  const names = actionData?.done ?? loaderData.names
  if (!names)
    return (
      <LetterPage
        title="This link does not work"
        text={`It may be incomplete. Use the link in your latest email, or write to ${site.supportEmail} and we will unsubscribe you.`}
      />
    )
  const toAccount = (
    <ButtonLink to="/account/settings#notices" look="plain">
      Change what I get
    </ButtonLink>
  )
  if (actionData?.done)
    return (
      <LetterPage title="You are unsubscribed" text={`We will not send you these emails again: ${names}.`}>
        {toAccount}
      </LetterPage>
    )
  return (
    <LetterPage
      title="Unsubscribe?"
      text={`This ends only these emails: ${names}. You will still get the others.`}
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
