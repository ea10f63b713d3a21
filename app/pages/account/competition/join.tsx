import { useEffect, useRef, useState } from "react"
import { consentText } from "#content/competition-consent.ts"
import { keptJoining } from "../../../session/joining.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { useAuth } from "../../../session.tsx"
import { Button } from "../../../ui/button.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { useSubmit } from "../../../use-submit.ts"
import { Loading } from "../part.tsx"
import { useRefresh } from "../use-rows.ts"
import { guessed, MembershipFields, membershipIn } from "./membership-fields.tsx"

/** Joins the competition: at once if the terms were accepted with the account, otherwise by a form. */
export function Join() {
  const { user } = useAuth()
  const call = useFunctions()
  const refresh = useRefresh()
  const [kept, setKept] = useState(() => user && keptJoining(user))
  const asked = useRef(false)
  useEffect(() => {
    if (!kept || asked.current) return
    asked.current = true
    void call("join-competition", kept.input).then(async (answer) => {
      // If the stored choices are refused, they can be corrected in the form.
      if (answer.ok || answer.code === "already_joined") await refresh()
      else setKept(null)
    })
  }, [kept, call, refresh])
  const submission = useSubmit(async (form) => {
    const { input, problem } = membershipIn(form)
    if (problem) return problem
    const answer = await call("join-competition", { ...input, consent: consentText })
    // The member may have joined in another tab.
    if (!answer.ok && answer.code !== "already_joined") return answer.message
    await refresh()
    document.getElementById("import")?.focus()
    return null
  })
  if (kept) return <Loading>Adding you to the competition…</Loading>
  return (
    <Setting
      id="join"
      title="Join the competition"
      text="From today on, every run, ride, swim and lift earns points. It is free, and you decide who sees you."
    >
      <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        <MembershipFields said={guessed(String(user?.user_metadata.full_name ?? "").trim())} />
        <CheckField id="join-consent" name="consent" required label={consentText} />
        <Button type="submit" aria-disabled={submission.busy || undefined} className="justify-self-start">
          {submission.busy ? "One moment…" : "Join the competition"}
        </Button>
      </form>
    </Setting>
  )
}
