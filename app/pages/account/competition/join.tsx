import { useEffect, useRef } from "react"
import { useSubmit } from "react-router"
import { consentText } from "#content/competition-consent.ts"
import { site } from "#content/site.ts"
import { keptJoining } from "../../../session/joining.ts"
import { useAuth } from "../../../session.tsx"
import { Button } from "../../../ui/button.tsx"
import { CheckField } from "../../../ui/choices.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { preferredUnits } from "../../../units.ts"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MembershipFields } from "./membership-fields.tsx"
import { profileIn } from "./profile-in.ts"

interface JoinProps {
  fullName: string
  zones: readonly string[]
  answered: Answered | undefined
}

/** Joins the competition: immediately if the terms were accepted with the account, otherwise by a form. */
export function Join({ fullName, zones, answered }: JoinProps) {
  const { user } = useAuth()
  const submit = useSubmit()
  const busy = useSending("join")
  const form = useRef<HTMLFormElement>(null)
  const kept = user && keptJoining(user)
  const isAsked = useRef(false)
  useEffect(() => {
    if (!kept || isAsked.current) return
    isAsked.current = true
    void submit({ form: "join", ...kept.input }, { method: "post", preventScrollReset: true })
  }, [kept, submit])
  // Values that the server cannot know, unless the visitor chose them before the scripts loaded.
  useEffect(() => {
    const guesses = {
      units: [unknown.units, preferredUnits()],
      timeZone: [unknown.timeZone, Intl.DateTimeFormat().resolvedOptions().timeZone],
    }
    for (const [name, [given, guess]] of Object.entries(guesses)) {
      const field = form.current?.elements.namedItem(name)
      if (!(field instanceof HTMLSelectElement) || field.value !== given) continue
      if ([...field.options].some(({ value }) => value === guess)) field.value = guess ?? ""
    }
  }, [])
  const typed = answered && "typed" in answered && !answered.ok ? answered.typed : undefined
  // If the stored choices are refused, they can be corrected in the form.
  if (kept && !answered)
    return (
      <p role="status" className="text-muted">
        Adding you to the competition…
      </p>
    )
  return (
    <Setting
      id="join"
      title="Join the competition"
      text="From today on, every run, ride, swim and lift earns points. It is free, and you decide who sees you."
    >
      <MemberForm name="join" ref={form} className="grid gap-5">
        <FormOutcome name="join" answered={answered} />
        <MembershipFields
          said={typed ? profileIn(typed) : { ...unknown, displayName: fullName.trim() }}
          zones={zones}
        />
        <CheckField
          id="join-consent"
          name="consent"
          value={consentText}
          required
          defaultChecked={typed?.consent !== undefined}
          label={consentText}
        />
        <Button type="submit" aria-disabled={busy || undefined} className="justify-self-start">
          {busy ? "One moment…" : "Join the competition"}
        </Button>
      </MemberForm>
    </Setting>
  )
}

/** Where nothing is known of the browser. */
const unknown = {
  visibility: "public",
  units: "imperial",
  timeZone: site.timeZone,
  declaredTie: false,
} as const
