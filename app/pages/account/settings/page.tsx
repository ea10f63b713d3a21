import { type ReactNode, useEffect } from "react"
import { Link } from "react-router"
import { site } from "#content/site.ts"
import { noticePreferencesOf } from "#domain/competition/notices/preferences.ts"
import { profileOf } from "#domain/members/member.ts"
import { world } from "../../../context.ts"
import { keepAfterSending } from "../../../forms/client-answer.ts"
import { pageMeta } from "../../../meta.ts"
import { signedIn } from "../../../signed-in.ts"
import { CheckField } from "../../../ui/choices.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { rememberUnits } from "../../../units.ts"
import { memberClientAction } from "../client-action.ts"
import { MembershipFields } from "../competition/membership-fields.tsx"
import { profileIn } from "../competition/profile-in.ts"
import { SaveButton } from "../competition/save-button.tsx"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import type { Route } from "./+types/page"
import { saveNotices, saveProfile } from "./answer.ts"
import { notices } from "./notices.ts"

export { keepAfterSending as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Settings", description: `How ${site.name} shows you, and which emails you get.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, profile: null, preferences: null, zones: [] }
  const { db } = context.get(world)
  const [profile, chosen] = await Promise.all([
    profileOf(db, member.userId),
    noticePreferencesOf(db, member.userId),
  ])
  return {
    userId: member.userId,
    profile,
    preferences: chosen.ok ? chosen.preferences : null,
    zones: Intl.supportedValuesOf("timeZone"),
  }
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(args, ({ userId }, typed) =>
    typed.form === "notices" ? saveNotices(current, userId, typed) : saveProfile(current, userId, typed),
  )
}

/** How the member is shown, and which emails they get. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, profile, preferences, zones } = loaderData
  const answered = actionData as Answered | undefined
  const sent = answered && "typed" in answered ? answered : undefined
  const savedUnits = sent?.ok ? sent.typed.units : undefined
  useEffect(() => {
    if (savedUnits) rememberUnits(savedUnits === "metric" ? "metric" : "imperial")
  }, [savedUnits])
  // The submitted form, if it was not saved; a page loaded without a session has nothing else to show.
  const typed = sent && !sent.ok ? sent : undefined
  const shown =
    typed?.form === "profile"
      ? { ...profileIn(typed.typed), showsLooking: typed.typed.showsLooking !== undefined }
      : profile
  const chosen = typed?.form === "notices" ? typed.typed : preferences
  return (
    <MemberPage userId={userId} keeps={typed !== undefined}>
      <h1 className="display mt-6 mb-10 text-title">Settings</h1>
      {shown && (
        <Setting
          id="membership"
          title="How I am shown"
          text="What others see on the boards. Changes show up right away, everywhere."
        >
          <SettingsForm name="profile" answered={answered}>
            <MembershipFields said={shown} zones={zones} />
            <CheckField
              id="shows-looking"
              name="showsLooking"
              value="on"
              defaultChecked={shown.showsLooking}
              label="While I’m looking at a board, show my name and photo to anyone who can see my name"
            />
          </SettingsForm>
        </Setting>
      )}
      {chosen && (
        <Setting
          id="notices"
          title="Email updates"
          text="Off unless you turn it on. At most one email a day, in the evening, and none when there is no news. Every email has a link to stop them."
        >
          <SettingsForm name="notices" answered={answered}>
            <fieldset className="grid gap-3">
              <legend className="sr-only">Email me when</legend>
              {notices.map(({ name, label }) => (
                <CheckField
                  key={name}
                  id={`notice-${name}`}
                  name={name}
                  value="on"
                  defaultChecked={Boolean(chosen[name])}
                  label={label}
                />
              ))}
            </fieldset>
          </SettingsForm>
        </Setting>
      )}
      {!shown && !chosen && (
        <p>
          Join the competition first: <Link to="/account">your account</Link>.
        </p>
      )}
    </MemberPage>
  )
}

function SettingsForm(props: { name: string; answered: Answered | undefined; children: ReactNode }) {
  const { name, answered, children } = props
  return (
    <MemberForm name={name} className="grid gap-5">
      <FormOutcome name={name} answered={answered} saved="Saved." />
      {children}
      <SaveButton busy={useSending(name)} />
    </MemberForm>
  )
}
