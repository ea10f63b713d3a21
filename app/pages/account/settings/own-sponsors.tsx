import { sponsorList } from "#content/lists.ts"
import type { SponsorMail } from "#domain/leads/preferences.ts"
import { Button } from "../../../ui/button.tsx"
import { Setting } from "../../../ui/setting.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"

/** The emails about sponsored races, one yes or no for each. */
export function OwnSponsors(props: { mails: readonly SponsorMail[]; answered: Answered | undefined }) {
  const { mails, answered } = props
  const busy = useSending("sponsors")
  const on = answered?.ok === true && "typed" in answered && answered.typed.on !== undefined
  return (
    <Setting
      id="sponsors"
      title="Sponsored races"
      text="A sponsor is behind these races. You choose for each whether you want to hear from us about it."
    >
      <FormOutcome
        name="sponsors"
        answered={answered}
        saved={on ? "You will get that one email." : "You will not get that email."}
      />
      {mails.map(({ id, sponsor, race, on }) => (
        <MemberForm key={id} name="sponsors" className="border-t border-line py-4">
          <input type="hidden" name="sponsorship" value={id} />
          {!on && <input type="hidden" name="on" value="on" />}
          <p className="wrap-anywhere">
            <strong>{sponsorList(id, { sponsor, race }).name}.</strong> {sponsorList(id).text}
          </p>
          <Button type="submit" look="quiet" disabled={busy} className="mt-3">
            {on ? `No email about ${sponsor} after all` : `Send me the email about ${sponsor}`}
          </Button>
        </MemberForm>
      ))}
    </Setting>
  )
}
