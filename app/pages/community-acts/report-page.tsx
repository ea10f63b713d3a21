import { data, Form, useNavigation } from "react-router"
import { trapField } from "#content/hidden-fields.ts"
import { reportLimits, reportReasons } from "#content/reports.ts"
import { site } from "#content/site.ts"
import { pageReportShape } from "#domain/community/page-report.ts"
import { reportPage } from "#domain/community/report.ts"
import { visit, world } from "../../context.ts"
import { pageMeta } from "../../document/meta.ts"
import { Button } from "../../ui/button.tsx"
import { CheckField } from "../../ui/choices.tsx"
import { SelectField, TextArea, TextField } from "../../ui/field.tsx"
import { Notice } from "../../ui/notice.tsx"
import { PageHead } from "../../ui/page-head.tsx"
import { Section } from "../../ui/section.tsx"
import type { Route } from "./+types/report-page"

export const meta = () =>
  pageMeta({
    title: "Report something",
    description: `Report something on ${site.name} that breaks the law or our terms, with or without an account.`,
  })

/** From one network in a day. */
const allowed = { name: "reports", calls: 10, seconds: 86_400 }

const problems: Record<string, string> = {
  address: "Give the address of a page on this site, as your browser shows it.",
  reason: "Choose why.",
  note: "Explain in at least 20 characters why it breaks the law or our terms.",
  name: "Give your name.",
  email: "Give your email address, so that we can tell you what we decide.",
  goodFaith: "Confirm that you believe what you write.",
}

/** A notice by anybody; the answer keeps what was typed. */
export async function action({ request, context }: Route.ActionArgs) {
  const current = context.get(world)
  const typed: Record<string, string> = {}
  for (const [name, value] of await request.formData())
    if (typeof value === "string") typed[name] = value.slice(0, reportLimits.note)
  // Filled in by programs alone: they get the answer of everybody else.
  if (typed[trapField]) return data({ ok: true as const, id: null })
  const read = pageReportShape(current.settings.siteUrl).safeParse(typed)
  if (!read.success) {
    const fields = [...new Set(read.error.issues.map(({ path }) => String(path[0])))]
    return data({ ok: false as const, typed, fields, problem: null }, { status: 422 })
  }
  if (!(await context.get(visit)?.take(allowed)))
    return data(
      {
        ok: false as const,
        typed,
        fields: [],
        problem: `Many reports came from your network today. Write to ${site.supportEmail} instead.`,
      },
      { status: 429 },
    )
  const { address: path, reason, note, name, email } = read.data
  const { id } = await reportPage(current, {
    path,
    reason,
    note,
    name: name || null,
    email: email || null,
    goodFaith: true,
  })
  return data({ ok: true as const, id })
}

export default function ReportPage({ actionData }: Route.ComponentProps) {
  const busy = useNavigation().state !== "idle"
  return (
    <>
      <PageHead
        title="Report something"
        lead="Does a page of this site break the law or our terms? Tell us. You need no account."
      />
      <Section>
        {actionData?.ok ? (
          <div className="max-w-2xl">
            <Notice kind="done">
              Thank you. A person reads your report, usually within a day
              {actionData.id === null ? "" : `, as number ${actionData.id}`}. If you gave an email address, we
              send a confirmation now, and later the decision and the reason.
            </Notice>
          </div>
        ) : (
          <ReportForm answer={actionData} busy={busy} />
        )}
      </Section>
    </>
  )
}

type Answer = NonNullable<Route.ComponentProps["actionData"]>

function ReportForm({ answer, busy }: { answer: Extract<Answer, { ok: false }> | undefined; busy: boolean }) {
  const typed: Record<string, string | undefined> = answer?.typed ?? {}
  const errorOf = (field: string) =>
    answer?.fields.some((one) => one === field) ? { error: problems[field] ?? "Look at this again." } : {}
  return (
    <Form method="post" preventScrollReset noValidate className="grid max-w-2xl gap-6">
      {answer && (
        <Notice kind="problem">{answer.problem ?? "Not sent yet: look at the fields marked below."}</Notice>
      )}
      <p className="text-muted">
        Is somebody’s life in danger? Call the emergency services first. Members report an athlete faster on
        the athlete’s page.
      </p>
      <TextField
        id="report-address"
        name="address"
        label="Address of the page"
        hint="Copy it from your browser’s address bar."
        required
        defaultValue={typed.address}
        {...errorOf("address")}
      />
      <SelectField
        id="report-reason"
        name="reason"
        label="Why do you report it?"
        required
        defaultValue={typed.reason ?? "illegal"}
        {...errorOf("reason")}
      >
        {Object.entries(reportReasons).map(([reason, { label }]) => (
          <option key={reason} value={reason}>
            {label}
          </option>
        ))}
      </SelectField>
      <TextArea
        id="report-note"
        name="note"
        label="What is wrong with it?"
        hint="Say what exactly you mean and why it breaks the law or our terms."
        required
        maxLength={reportLimits.note}
        defaultValue={typed.note}
        {...errorOf("note")}
      />
      <TextField
        id="report-name"
        name="name"
        label="Your name"
        autoComplete="name"
        required
        maxLength={120}
        defaultValue={typed.name}
        {...errorOf("name")}
      />
      <TextField
        id="report-email"
        name="email"
        type="email"
        label="Your email address"
        hint="For the confirmation and the decision. We do not pass it on to the person you report."
        autoComplete="email"
        required
        defaultValue={typed.email}
        {...errorOf("email")}
      />
      <CheckField
        id="report-nameless"
        name="nameless"
        value="child-abuse"
        defaultChecked={typed.nameless !== undefined}
        label="It is about the sexual abuse of a child. You can leave out your name and address."
      />
      <CheckField
        id="report-good-faith"
        name="goodFaith"
        value="on"
        required
        defaultChecked={typed.goodFaith !== undefined}
        label="I believe in good faith that what I write here is accurate and complete."
        {...errorOf("goodFaith")}
      />
      <label aria-hidden className="hidden">
        Leave this empty
        <input type="text" name={trapField} tabIndex={-1} autoComplete="off" />
      </label>
      <div>
        <Button type="submit" aria-disabled={busy || undefined}>
          {busy ? "One moment…" : "Send the report"}
        </Button>
      </div>
    </Form>
  )
}
