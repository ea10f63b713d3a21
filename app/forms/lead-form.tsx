import {
  lazy,
  type ReactNode,
  type SubmitEvent,
  Suspense,
  useCallback,
  useEffect,
  useRef,
  useState,
} from "react"
import { Link, PrefetchPageLinks, useActionData, useFetcher } from "react-router"
import type { LeadForm as Form } from "#content/form-types.ts"
import { captchaField, trapField } from "#content/hidden-fields.ts"
import * as outage from "#content/outage.ts"
import { site } from "#content/site.ts"
import { Button } from "../ui/button.tsx"
import { ErrorSummary } from "../ui/error-summary.tsx"
import { Notice } from "../ui/notice.tsx"
import { useReady } from "../ui/use-ready.ts"
import type { FormAnswer } from "./client-answer.ts"
import { FormFields, fieldId } from "./form-fields.tsx"
import { useKeptTyping } from "./kept-typing.ts"
import { nativeProblems } from "./native-problems.ts"
import { ThankYou } from "./thank-you.tsx"
import { useStamp } from "./use-stamp.ts"

/** Loaded only when needed. */
const Captcha = lazy(() => import("./captcha.tsx"))

const again = {
  unstamped: "Everything you typed is still here. Please send it again.",
  expired: "This page was open for a while. Everything you typed is still here. Please send it again.",
  "too-many":
    "Too many messages came from your network. Everything you typed is still here. Please try again in ten minutes.",
  captcha: "One more step: confirm below that you are a person. We then send what you typed.",
  past: "This session has already started. Choose another day.",
  unreachable:
    "We cannot reach the site. Everything you typed is still here. Check your connection and try again.",
  away: outage.form,
  failed: `Something went wrong on our side. Everything you typed is still here. Try again, or write to ${site.supportEmail}.`,
}

/**
 * Any form of content/forms.ts. It works without a script; with one, errors are shown before submission, a double click
 * submits once, and typed text survives reloads and lost connections.
 */
export function LeadForm(props: {
  form: Form
  /** The address to submit it to, if not this page. */
  action?: string
  /** Controls before the fields, such as day choices. */
  children?: ReactNode
}) {
  const { form } = props
  const fetcher = useFetcher<FormAnswer>({ key: `form:${form.id}:${props.action ?? ""}` })
  const posted = useActionData() as FormAnswer | undefined
  const answer =
    fetcher.data ?? (posted && "form" in posted && !isOther(posted.form, form) ? posted : undefined)
  const element = useRef<HTMLFormElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const solution = useRef<HTMLInputElement>(null)
  const [found, setFound] = useState<Record<string, string> | null>(null)
  const [touched, setTouched] = useState(false)
  const ready = useReady()
  const shownAgain = answer && !answer.ok && "typed" in answer ? answer : undefined
  const kept = useKeptTyping(element, form.id, shownAgain === undefined)
  const { keep, forget } = kept
  const opened = useStamp(form)
  const { ask } = opened
  const stamp = shownAgain?.stamp || kept.stamp || opened.stamp
  const sending = fetcher.state !== "idle"
  const problems = found ?? shownAgain?.problems ?? {}
  const wrong = form.fields.filter(({ name }) => problems[name])

  useEffect(() => {
    // Captcha answers are valid once.
    if (solution.current) solution.current.value = ""
    if (answer?.ok) forget()
    else if (answer) (answer.code === "invalid" ? summary : notice).current?.focus()
  }, [answer, forget])
  // The summary exists only after the answers are rendered.
  useEffect(() => {
    if (found && Object.keys(found).length > 0) summary.current?.focus()
  }, [found])

  // Submitted before its stamp had arrived: the response contains one.
  const unstamped =
    fetcher.data && !fetcher.data.ok && fetcher.data.code === "unstamped" ? fetcher.data : null
  const resent = useRef<FormAnswer>(null)
  useEffect(() => {
    if (!unstamped || sending || resent.current === unstamped) return
    resent.current = unstamped
    element.current?.requestSubmit()
  }, [unstamped, sending])
  // Focused or filled in before the page was hydrated.
  useEffect(() => {
    if (element.current?.contains(document.activeElement)) ask()
  }, [ask])

  const onSolved = useCallback((text: string) => {
    if (!solution.current) return
    solution.current.value = text
    element.current?.requestSubmit()
  }, [])

  if (answer?.ok)
    return (
      <ThankYou {...form.thankYou}>
        {"inbox" in form.to && (
          <>
            <p className="mt-3 text-muted">We sent a copy to your email.</p>
            <p className="mt-5 flex flex-wrap gap-x-6">
              <Onward to="/leaderboard">See who is in front</Onward>
              <Onward to="/events">Find a session this week</Onward>
            </p>
          </>
        )}
      </ThankYou>
    )

  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    if (sending) return event.preventDefault()
    const native = nativeProblems(form, event.currentTarget)
    setFound(Object.keys(native).length > 0 ? native : null)
    if (Object.keys(native).length > 0) event.preventDefault()
    else keep()
  }
  const puzzle = shownAgain?.captcha
  const code = answer && !answer.ok && answer.code !== "invalid" && !unstamped ? answer.code : null

  return (
    <fetcher.Form
      ref={element}
      method="post"
      {...(props.action ? { action: props.action } : {})}
      noValidate={ready}
      onSubmit={onSubmit}
      onInput={() => {
        ask()
        keep()
      }}
      onFocus={() => {
        ask()
        setTouched(true)
      }}
      aria-label={form.name}
      className="grid gap-6"
    >
      {/* The submit code belongs to another page; prefetch it before the connection is lost. */}
      {touched && props.action && <PrefetchPageLinks page={props.action} />}
      {wrong.length > 0 && (
        <ErrorSummary
          ref={summary}
          problems={wrong.map(({ name }) => ({
            fieldId: fieldId(form.id, name),
            sentence: problems[name] ?? "",
          }))}
        />
      )}
      {code && !found && (
        <div ref={notice} tabIndex={-1}>
          <Notice kind="problem">{again[code]}</Notice>
        </div>
      )}
      <input type="hidden" name="form" value={form.id} />
      <input type="hidden" name="stamp" value={stamp} />
      <div aria-hidden className="absolute -left-[200vw] size-px overflow-hidden">
        <label>
          Leave this empty
          <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <input type="hidden" name={captchaField} defaultValue="" ref={solution} />
      {props.children}
      <FormFields formId={form.id} fields={form.fields} typed={shownAgain?.typed ?? {}} problems={problems} />
      {puzzle && (
        <Suspense fallback={null}>
          <Captcha challenge={puzzle} onSolved={onSolved} />
        </Suspense>
      )}
      <div>
        <Button type="submit" aria-disabled={sending || undefined} className="w-full sm:w-auto">
          {sending ? "Sending…" : form.button}
        </Button>
        <p className="mt-3 text-label text-muted">{form.consent}</p>
      </div>
    </fetcher.Form>
  )
}

/** The home page's form is submitted to the newsletter page, which shows its own form at that position. */
function isOther(sent: string, form: Form): boolean {
  return sent !== form.id && !(form.id === "newsletter" && sent === "home-newsletter")
}

/** Where to go after a form was received. */
function Onward({ to, children }: { to: string; children: string }) {
  return (
    <Link
      to={to}
      className="label inline-flex min-h-11 items-center underline decoration-2 underline-offset-[0.4em]"
    >
      {children}
    </Link>
  )
}
