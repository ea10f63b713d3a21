import { data, Form, Link, useNavigation } from "react-router"
import { site } from "#content/site.ts"
import { confirm, lookAtConfirmation, type Pending } from "#domain/leads/confirm.ts"
import { world } from "../../context.ts"
import { visitOf } from "../../forms/answer.ts"
import { ThankYou } from "../../forms/thank-you.tsx"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { NextSteps } from "../../ui/next-steps.tsx"
import type { Route } from "./+types/confirm"
import { LetterPage } from "./letter-page.tsx"

export const meta = () => [
  { title: `Confirm your address · ${site.name}` },
  { name: "robots", content: "noindex" },
]

/** GET does not confirm: mail scanners open every link. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return answer(await lookAtConfirmation(context.get(world), params.token))
}

export async function action({ params, context }: Route.ActionArgs) {
  return answer(await confirm(context.get(world), params.token, visitOf(context).sender))
}

function answer(pending: Pending) {
  return data(pending, { status: pending.ok ? 200 : pending.code === "expired" ? 410 : 404 })
}

export default function Confirm({ loaderData, actionData }: Route.ComponentProps) {
  const pending = actionData ?? loaderData
  const busy = useNavigation().state !== "idle"
  if (!pending.ok)
    return (
      <LetterPage
        title={pending.code === "expired" ? "This link has expired" : "This link does not work"}
        text={
          pending.code === "expired"
            ? "It was good for 48 hours. Sign up again, and we will send you a new one."
            : "It may be incomplete, or you may have left the list. Signing up again takes a minute."
        }
      >
        <ButtonLink to="/newsletter">Sign up again</ButtonLink>
      </LetterPage>
    )
  const { list, email, done, place } = pending
  if (done)
    return (
      <LetterPage title="Confirmed">
        <ThankYou
          title={
            place === null
              ? `You are on the list: ${list.name}`
              : `You are number ${place} in line: ${list.name}`
          }
          text={
            place === null
              ? "Every issue has a link to change what you get and a link to unsubscribe."
              : "We are holding your place in line and will email you when a place opens up, not before."
          }
        />
        <div className="mt-10">
          {place === null ? (
            <NextSteps
              steps={[
                "The next issue will come to this address automatically.",
                <Link key="issues" to="/newsletter/issues" className="underline underline-offset-4">
                  Until then, read the issues so far
                </Link>,
                <Link key="board" to="/leaderboard" className="underline underline-offset-4">
                  See who is ahead now
                </Link>,
              ]}
            />
          ) : (
            <NextSteps
              steps={[
                "We email you when a place opens up. You pay nothing until you say yes.",
                <Link key="shop" to="/shop" className="underline underline-offset-4">
                  See what you can get right now
                </Link>,
              ]}
            />
          )}
        </div>
      </LetterPage>
    )
  return (
    <LetterPage title="Confirm your address" text={`${list.name}, to ${email}. ${list.text}`}>
      <Form method="post">
        <Button type="submit" aria-disabled={busy || undefined}>
          {busy ? "Confirming…" : "Confirm my address"}
        </Button>
      </Form>
    </LetterPage>
  )
}
