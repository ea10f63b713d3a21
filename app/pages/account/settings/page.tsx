import { type ReactNode, useEffect } from "react"
import { Link } from "react-router"
import { categories, categoryNames } from "#content/board-groups.ts"
import { site } from "#content/site.ts"
import { noticePreferencesOf } from "#domain/competition/notices/preferences.ts"
import { wishOf } from "#domain/competition/teams/wish.ts"
import { groupsOf } from "#domain/members/groups.ts"
import { profileOf } from "#domain/members/member.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { keepAfterSending } from "../../../forms/client-answer.ts"
import { signedIn } from "../../../session/signed-in.ts"
import { CheckField } from "../../../ui/choices.tsx"
import { SelectField, TextField } from "../../../ui/field.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { rememberUnits } from "../../../units/units.ts"
import { memberClientAction } from "../client-action.ts"
import { MembershipFields } from "../competition/membership-fields.tsx"
import { profileIn } from "../competition/profile-in.ts"
import { SaveButton } from "../competition/save-button.tsx"
import { type Answered, memberAction } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { MemberPage } from "../member-page.tsx"
import type { Route } from "./+types/page"
import { saveGroups, saveNotices, saveProfile, saveWish } from "./answer.ts"
import { notices } from "./notices.ts"

export { keepAfterSending as shouldRevalidate, memberClientAction as clientAction }

export const meta = () => [
  ...pageMeta({ title: "Settings", description: `How ${site.name} shows you, and which emails you get.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member) return { userId: null, profile: null, groups: null, preferences: null, wish: null, zones: [] }
  const { db } = context.get(world)
  const [profile, groups, chosen, wish] = await Promise.all([
    profileOf(db, member.userId),
    groupsOf(db, member.userId),
    noticePreferencesOf(db, member.userId),
    wishOf(db, member.userId),
  ])
  return {
    userId: member.userId,
    profile,
    groups,
    preferences: chosen.ok ? chosen.preferences : null,
    wish,
    zones: Intl.supportedValuesOf("timeZone"),
  }
}

const forms = { notices: saveNotices, groups: saveGroups, wish: saveWish }

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(
    args,
    ({ userId }, typed) =>
      forms[typed.form as keyof typeof forms]?.(current, userId, typed) ??
      saveProfile(current, userId, typed),
  )
}

/** How the member is shown, in which groups, and which emails they get. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, profile, groups, preferences, wish, zones } = loaderData
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
  const listed =
    typed?.form === "groups"
      ? { birthYear: typed.typed.birthYear ?? "", category: typed.typed.category ?? "" }
      : groups
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
      {shown && (
        <Setting
          id="teams"
          title="Teams"
          text="When teams are drawn, you and one friend can stay together, if each of you names the other. In a race with a prize, everybody is drawn separately, so that nobody gains an advantage."
        >
          <SettingsForm name="wish" answered={answered}>
            {wish && (
              <p className="border-l-8 border-volt pl-4">
                {wish.mutual
                  ? `You and ${wish.name ?? "the athlete you named"} have named each other.`
                  : `You have named ${wish.name ?? "an athlete"}, who has not named you yet.`}
              </p>
            )}
            <TextField
              label="Draw me with"
              name="named"
              defaultValue={typed?.form === "wish" ? typed.typed.named : (wish?.slug ?? "")}
              hint="A name as boards show it, or the link of their page. Leave it empty for nobody."
              maxLength={200}
            />
          </SettingsForm>
        </Setting>
      )}
      {listed && (
        <Setting
          id="groups"
          title="My groups"
          text="If you like: boards of your age group and of women, men or open list you, with your name or without it as on the whole board. Your birth year itself is shown to nobody."
        >
          <SettingsForm name="groups" answered={answered}>
            <TextField
              label="Birth year"
              name="birthYear"
              inputMode="numeric"
              maxLength={4}
              defaultValue={listed.birthYear}
              hint="Leave it empty to be in no age group."
            />
            <SelectField label="Group" name="category" defaultValue={listed.category}>
              <option value="">None</option>
              {categories.map((category) => (
                <option key={category} value={category}>
                  {categoryNames[category]}
                </option>
              ))}
            </SelectField>
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
      {!shown && !listed && !chosen && (
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
