import { Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface SponsorPanelProps {
  sponsor: { id: number; name: string } | null
  /** All that can be chosen. */
  sponsors: readonly { id: number; name: string }[]
  /** The issue about it; null: not written yet. */
  issue: number | null
}

/** Whose season it is, and the one email about that. */
export function SponsorPanel({ sponsor, sponsors, issue }: SponsorPanelProps) {
  return (
    <Panel title="Sponsor">
      {sponsors.length > 0 && (
        <PressForm key={sponsor?.id ?? 0} className="flex flex-wrap items-end gap-2 text-small">
          <label className="min-w-48 grow">
            <span className="text-muted">The prize is from</span>
            <select name="sponsor" defaultValue={sponsor?.id ?? ""} className={`${controlClass} mt-1`}>
              <option value="">Nobody in particular</option>
              {sponsors.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Button type="submit" name="do" value="sponsor" look="quiet">
            Set the sponsor
          </Button>
        </PressForm>
      )}
      {sponsor && issue === null && (
        <PressForm className="mt-3">
          <Button type="submit" name="do" value="sponsor-mail" look="quiet">
            Write the email about {sponsor.name}
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
    </Panel>
  )
}
