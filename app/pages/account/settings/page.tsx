import { type ReactNode, useEffect } from "react"
import { Link, type ShouldRevalidateFunctionArgs } from "react-router"
import { categories, categoryNames } from "#content/board-groups.ts"
import { site } from "#content/site.ts"
import { calendarAddressOf } from "#domain/calendar/address.ts"
import { ownPageOf } from "#domain/community/own-page.ts"
import { wishOf } from "#domain/competition/teams/wish.ts"
import { sponsorMails } from "#domain/leads/preferences.ts"
import { groupsOf } from "#domain/members/groups.ts"
import { profileOf } from "#domain/members/member.ts"
import { noticeSettingsOf } from "#domain/notices/choices.ts"
import { devicesOf } from "#domain/notices/push/subscriptions.ts"
import { world } from "../../../context.ts"
import { pageMeta } from "../../../document/meta.ts"
import { visitOf } from "../../../forms/answer.ts"
import { keepAfterSending, loadAgainWhenSaved } from "../../../forms/client-answer.ts"
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
import { saveCalendar, saveGroups, saveOwnPage, saveProfile, saveSponsorMail, saveWish } from "./answer.ts"
import { choicesIn, NoticeTable, quietInWords } from "./notice-table.tsx"
import { saveNotices } from "./notices.ts"
import { OwnCalendar } from "./own-calendar.tsx"
import { OwnPageFields, ownPageIn } from "./own-page.tsx"
import { OwnSponsors } from "./own-sponsors.tsx"
import { PushDevice } from "./push-device.tsx"

export { memberClientAction as clientAction }

/** Only the forms of the calendar and of sponsors change what the page shows. */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  return ["calendar", "sponsors"].includes(String(args.formData?.get("form")))
    ? loadAgainWhenSaved(args)
    : keepAfterSending(args)
}

export const meta = () => [
  ...pageMeta({ title: "Settings", description: `How ${site.name} shows you, and what you are told of.` }),
  { name: "robots", content: "noindex" },
]

export async function loader({ context }: Route.LoaderArgs) {
  const member = await signedIn(context)
  if (!member)
    return {
      userId: null,
      profile: null,
      page: null,
      groups: null,
      notices: null,
      pushKey: null,
      devices: [],
      wish: null,
      calendar: null,
      sponsors: [],
      zones: [],
    }
  const here = context.get(world)
  const { db, push } = here
  const [profile, page, groups, chosen, wish, pushKey, devices, calendar, sponsors] = await Promise.all([
    profileOf(db, member.userId),
    ownPageOf(db, member.userId),
    groupsOf(db, member.userId),
    noticeSettingsOf(db, member.userId),
    wishOf(db, member.userId),
    push?.publicKey() ?? null,
    devicesOf(db, member.userId),
    calendarAddressOf(here, member.userId),
    member.email ? sponsorMails(here, member.email) : [],
  ])
  return {
    userId: member.userId,
    profile,
    page,
    groups,
    notices: chosen.ok ? chosen.settings : null,
    pushKey,
    devices: devices.map(({ id, device }) => ({ id, device })),
    wish,
    calendar: calendar && { url: calendar.url, readAt: calendar.readAt?.toISOString() ?? null },
    sponsors,
    zones: Intl.supportedValuesOf("timeZone"),
  }
}

const forms = {
  page: saveOwnPage,
  notices: saveNotices,
  groups: saveGroups,
  wish: saveWish,
  calendar: saveCalendar,
}

export function action(args: Route.ActionArgs) {
  const current = args.context.get(world)
  return memberAction(
    args,
    ({ userId }, typed) =>
      (typed.form === "sponsors"
        ? saveSponsorMail(current, userId, typed, visitOf(args.context).sender)
        : undefined) ??
      forms[typed.form as keyof typeof forms]?.(current, userId, typed) ??
      saveProfile(current, userId, typed),
  )
}

/** How the member is shown, in which groups, and what they are told of. */
export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const { userId, profile, page, groups, notices, pushKey, devices, wish, calendar, sponsors, zones } =
    loaderData
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
  const { weekDay = "", weekHour = "" } = typed?.typed ?? {}
  const chosen =
    typed?.form === "notices"
      ? { choices: choicesIn(typed.typed), week: { day: weekDay, hour: weekHour } }
      : notices
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
      {page && (
        <Setting
          id="my-page"
          title="My page"
          text="What you say about yourself on your page, to those who can see your name. All of it is up to you."
        >
          <SettingsForm name="page" answered={answered}>
            <OwnPageFields page={typed?.form === "page" ? ownPageIn(typed.typed) : page} />
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
          title="What I am told"
          text={`At most one message a day, and none when there is no news. It comes in the evening, never between ${quietInWords} your time. Only a prize’s deadline and a changed session cannot wait. An email about a changed session always comes; every other email has a link that ends it.`}
        >
          <SettingsForm name="notices" answered={answered}>
            <NoticeTable key={JSON.stringify(chosen)} {...chosen} pushes={pushKey !== null} />
          </SettingsForm>
          {pushKey !== null && <PushDevice publicKey={pushKey} devices={devices} />}
        </Setting>
      )}
      {userId !== null && <OwnCalendar address={calendar} answered={answered} />}
      {(sponsors.length > 0 || answered?.form === "sponsors") && (
        <OwnSponsors mails={sponsors} answered={answered} />
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
