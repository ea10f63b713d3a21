import type { ReactNode } from "react"
import { Form, Link, useNavigation } from "react-router"
import { outage } from "#content/messages.ts"
import { Notice } from "../../../ui/notice.tsx"
import { SaveButton } from "../competition/save-button.tsx"
import type { Answered } from "./answer.ts"

const notSent = {
  unreachable:
    "We cannot reach the site. Everything you typed is still here. Check your connection and try again.",
  away: outage.form,
  failed: "Something went wrong on our side. Everything you typed is still here. Try again.",
}

/** A form of this page, by a post of the browser or by its script, with what came of it. */
export function SettingsForm(props: { name: string; answered: Answered | undefined; children: ReactNode }) {
  const { name, answered } = props
  const navigation = useNavigation()
  const busy = navigation.formData?.get("form") === name
  const mine = answered && (!("form" in answered) || answered.form === name) ? answered : undefined
  return (
    <Form method="post" preventScrollReset className="grid gap-5">
      <input type="hidden" name="form" value={name} />
      {!busy && mine?.ok && <Notice kind="done">Saved.</Notice>}
      {!busy && mine && !mine.ok && (
        <Notice kind="problem">
          {"problem" in mine ? mine.problem : notSent[mine.code]}
          {mine.code === "signed-out" && (
            <Link to="/auth" target="_blank" className="ml-2 underline underline-offset-4">
              Sign in
              <span className="sr-only"> in a new tab</span>
            </Link>
          )}
        </Notice>
      )}
      {props.children}
      <SaveButton busy={busy} />
    </Form>
  )
}
