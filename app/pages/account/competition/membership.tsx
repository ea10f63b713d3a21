import { useEffect, useState } from "react"
import { useFunctions } from "../../../session/use-functions.ts"
import { CheckField } from "../../../ui/choices.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { adoptUnits, rememberUnits } from "../../../units.ts"
import { useSubmit } from "../../../use-submit.ts"
import type { OwnAthlete } from "../use-athlete.ts"
import { useRefresh } from "../use-rows.ts"
import { MembershipFields, membershipIn } from "./membership-fields.tsx"
import { SaveButton } from "./save-button.tsx"

/** How the member is shown; boards open elsewhere update at once. */
export function Membership({ athlete, folded }: { athlete: OwnAthlete; folded: boolean }) {
  const call = useFunctions()
  const refresh = useRefresh()
  const [saved, setSaved] = useState(false)
  useEffect(() => adoptUnits(athlete.units), [athlete.units])
  const submission = useSubmit(async (form) => {
    setSaved(false)
    const { input, problem } = membershipIn(form)
    if (problem) return problem
    const answer = await call("change-membership", {
      ...input,
      showsLooking: form.has("showsLooking"),
    })
    if (!answer.ok) return answer.message
    rememberUnits(form.get("units") === "metric" ? "metric" : "imperial")
    setSaved(true)
    await refresh()
    return null
  })
  return (
    <Setting
      id="membership"
      folded={folded}
      title="How I am shown"
      text="What others see on the boards. Changes show up right away, everywhere."
    >
      <form method="post" onSubmit={submission.onSubmit} className="grid gap-5">
        {submission.error && <Notice kind="problem">{submission.error}</Notice>}
        {saved && !submission.busy && <Notice kind="done">Saved.</Notice>}
        <MembershipFields said={athlete} />
        <CheckField
          id="shows-looking"
          name="showsLooking"
          value="on"
          defaultChecked={athlete.shows_looking}
          label="While I’m looking at a board, show my name and photo to anyone who can see my name"
        />
        <SaveButton busy={submission.busy} />
      </form>
    </Setting>
  )
}
