import { data, Form, useNavigation } from "react-router"
import { site } from "#content/site.ts"
import { preferenceConsent, preferencesOf, setPreferences } from "#domain/leads/preferences.ts"
import { world } from "../../context.ts"
import { visitOf } from "../../forms/answer.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { CheckField } from "../../ui/choices.tsx"
import { Notice } from "../../ui/notice.tsx"
import type { Route } from "./+types/preferences"
import { LetterPage } from "./letter-page.tsx"

export const meta = () => [{ title: `What you get · ${site.name}` }, { name: "robots", content: "noindex" }]

export async function loader({ params, context }: Route.LoaderArgs) {
  const preferences = await preferencesOf(context.get(world), params.token)
  if (!preferences) return data(null, { status: 404 })
  const lists = preferences.lists.map((one) => ({ ...one, words: preferenceConsent(one.list) }))
  return data({ ...preferences, lists }, { status: 200 })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const sent = await request.formData()
  const wanted = sent.getAll("list").filter((value) => typeof value === "string")
  const result = await setPreferences(context.get(world), params.token, wanted, visitOf(context).sender)
  return result.ok ? "saved" : result.code
}

export default function Preferences({ loaderData, actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  if (!loaderData)
    return (
      <LetterPage
        title="This link does not work"
        text={`It may be incomplete. Use the link in your latest email, or write to ${site.supportEmail}.`}
      >
        <ButtonLink to="/newsletter">Get the Newsletter</ButtonLink>
      </LetterPage>
    )
  const { email, lists } = loaderData
  return (
    <LetterPage title="What you get" text={email}>
      {actionData === "saved" && <Notice kind="done">Saved.</Notice>}
      {actionData === "suppressed" && (
        <Notice kind="problem">
          Emails to this address bounced or were marked as spam, so we stopped sending them. If that was a
          mistake, write to {site.supportEmail}.
        </Notice>
      )}
      <Form method="post" className="mt-4">
        <ul className="border-t border-line">
          {lists.map(({ list, on, place }) => (
            // Remounted after saving, so that the box shows the saved state.
            <li key={`${list.id} ${on}`} className="border-b border-line py-3">
              <CheckField
                id={list.id}
                name="list"
                value={list.id}
                defaultChecked={on}
                label={
                  <>
                    <span className="font-semibold">{list.name}</span>
                    {place !== null && (
                      <span className="figures ml-3 text-muted">You are number {place}</span>
                    )}
                    <span className="block text-muted">{list.text}</span>
                  </>
                }
              />
            </li>
          ))}
        </ul>
        <div className="mt-6 flex flex-wrap gap-3">
          <Button type="submit" aria-disabled={busy || undefined}>
            {busy ? "Saving…" : "Save"}
          </Button>
        </div>
      </Form>
      <Form method="post" className="mt-8 border-t border-line pt-6">
        <Button type="submit" look="plain">
          Unsubscribe from everything
        </Button>
      </Form>
    </LetterPage>
  )
}
