import type { ReactNode, Ref } from "react"
import { Form, type FormProps, Link, useNavigation } from "react-router"
import * as outage from "#content/outage.ts"
import { Notice } from "../../ui/notice.tsx"
import type { Answered } from "./member-action.ts"

const notSent = {
  unreachable:
    "We cannot reach the site. Everything you typed is still here. Check your connection and try again.",
  away: outage.form,
  failed: "Something went wrong on our side. Everything you typed is still here. Try again.",
}

interface MemberFormProps extends Pick<FormProps, "className" | "onInput"> {
  name: string
  ref?: Ref<HTMLFormElement>
  children: ReactNode
}

/** A form of a member's page, sent by the browser or by its script. `name` tells the page's forms apart. */
export function MemberForm({ name, children, ...form }: MemberFormProps) {
  return (
    <Form method="post" preventScrollReset {...form}>
      <input type="hidden" name="form" value={name} />
      {children}
    </Form>
  )
}

/** Whether the form is being sent. */
export function useSending(name: string): boolean {
  return useNavigation().formData?.get("form") === name
}

/** The outcome of the form's last submission. @param saved what to say when it was saved; nothing by default */
export function FormOutcome(props: { name: string; answered: Answered | undefined; saved?: string }) {
  const { name, answered, saved } = props
  const busy = useSending(name)
  if (busy || answered?.form !== name) return null
  if (answered.ok) return saved ? <Notice kind="done">{saved}</Notice> : null
  return (
    <Notice kind="problem">
      {"problem" in answered ? answered.problem : notSent[answered.code]}
      {answered.code === "signed-out" && (
        <Link to="/auth" target="_blank" className="ml-2 underline underline-offset-4">
          Sign in
          <span className="sr-only"> in a new tab</span>
        </Link>
      )}
    </Notice>
  )
}
