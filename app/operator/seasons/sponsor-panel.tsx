import { Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Choice } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface SponsorPanelProps {
  sponsor: { id: number; name: string } | null
  /** All that can be chosen. */
  sponsors: readonly { id: number; name: string }[]
  /** The issue about it; null: not written yet. */
  issue: number | null
  /** Names the side race; absent: the season itself. */
  race?: { name: string; title: string }
}

/** Who sponsors a season, and the one email about that. */
export function SponsorPanel(props: SponsorPanelProps) {
  return (
    <Panel title="Sponsor">
      <SponsorForms {...props} />
    </Panel>
  )
}

/** The same forms for a side race, within its panel; each has its name. */
export function SponsorForms({ sponsor, sponsors, issue, race }: SponsorPanelProps) {
  const named = race && <input type="hidden" name="name" value={race.name} />
  const of = race ? ` of ${race.title}` : ""
  return (
    <>
      {sponsors.length > 0 && (
        <PressForm key={sponsor?.id ?? 0} className="flex flex-wrap items-end gap-2 text-small">
          {named}
          <Choice
            label={race ? "Sponsor" : "The prize is from"}
            name="sponsor"
            defaultValue={sponsor?.id ?? ""}
            wrap="min-w-48 grow"
          >
            <option value="">Nobody in particular</option>
            {sponsors.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Choice>
          <Button type="submit" name="do" value="sponsor" look="quiet">
            {`Set the sponsor${of}`}
          </Button>
        </PressForm>
      )}
      {sponsor && issue === null && (
        <PressForm className="mt-3">
          {named}
          <Button type="submit" name="do" value="sponsor-mail" look="quiet">
            {race
              ? `Write the email about ${sponsor.name} and ${race.title}`
              : `Write the email about ${sponsor.name}`}
          </Button>
        </PressForm>
      )}
      <p className="mt-1 flex flex-wrap gap-x-5 text-small">
        {issue !== null && (
          <Link to={`/newsletters/${issue}`} className="inline-flex min-h-11 items-center">
            The email about it
          </Link>
        )}
        <Link to="/seasons/sponsors" className="inline-flex min-h-11 items-center">
          {sponsors.length > 0 ? "All sponsors and their links" : "Add a sponsor"}
        </Link>
      </p>
    </>
  )
}
