import { grouped } from "#content/amounts.ts"
import type { PreviewedTeam } from "#domain/competition/teams/draw-teams.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"

/** The teams as they would be drawn now. */
export function DrawPreview({ teams }: { teams: readonly PreviewedTeam[] }) {
  if (teams.length === 0)
    return (
      <p className="border border-line bg-raised px-5 py-8">
        With so few athletes there would be no teams: two of them need four members each.
      </p>
    )
  return (
    <>
      <p className="mb-4 max-w-[70ch] text-small text-muted">
        As they would be drawn now, by the points of earlier seasons. Nothing is stored: until the season
        begins, points change and athletes join.
      </p>
      <div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        {teams.map(({ name, members, points }) => (
          <Panel key={name} title={name}>
            <p className="text-small text-muted">{`${members.length} members, ${grouped(points)} points`}</p>
            <ol className="mt-2 grid gap-1 text-small">
              {members.map((member) => (
                <li key={member.athlete} className="flex justify-between gap-4">
                  <span className="wrap-anywhere">{member.name}</span>
                  <span className="figures shrink-0">{grouped(member.points)}</span>
                </li>
              ))}
            </ol>
          </Panel>
        ))}
      </div>
    </>
  )
}

/** Renames a team, and ends one that members can found. */
export function ChangeTeam({ name, ends }: { name: string; ends: boolean }) {
  return (
    <details className="mt-2 text-small print:hidden">
      <summary className="min-h-11 cursor-pointer py-2 text-muted">{`Change ${name}`}</summary>
      <PressForm key={name} className="grid gap-3">
        <input type="hidden" name="team" value={name} />
        <Text label="Name" name="called" value={name} most={40} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value="rename">
            Rename
          </Button>
          {ends && (
            <Button type="submit" name="do" value="end" look="quiet">
              End this team
            </Button>
          )}
        </div>
      </PressForm>
    </details>
  )
}

/** Makes a team for a captain, or copies those of another race. */
export function MakeTeams({
  typed,
  others,
}: {
  typed: Typed
  others: readonly { id: string; says: string }[]
}) {
  return (
    <div className="mb-5 grid items-start gap-5 print:hidden md:grid-cols-2">
      <Panel title="Make a team">
        <PressForm key={JSON.stringify(typed)} className="grid gap-3 text-small">
          <Text label="Name" name="called" value={typed.called} most={40} />
          <Text
            label="Captain: the end of the address of the athlete’s page, such as maya-k"
            name="captain"
            value={typed.captain}
            most={100}
          />
          <p className="text-muted">
            The captain finds the code that lets others in on the page of the race.
          </p>
          <div>
            <Button type="submit" name="do" value="make">
              Make the team
            </Button>
          </div>
        </PressForm>
      </Panel>
      {others.length > 0 && (
        <Panel title="Copy teams">
          <PressForm className="grid gap-3 text-small">
            <label>
              <span className="text-muted">All teams of another race, with their captains and members</span>
              <select name="from" className={`${controlClass} mt-1`}>
                {others.map(({ id, says }) => (
                  <option key={id} value={id}>
                    {says}
                  </option>
                ))}
              </select>
            </label>
            <p className="text-muted">Whoever is in a team of this race already stays there.</p>
            <div>
              <Button type="submit" name="do" value="copy" look="quiet">
                Copy the teams
              </Button>
            </div>
          </PressForm>
        </Panel>
      )}
    </div>
  )
}

/** What was typed about a team that could not be made. */
export interface Typed {
  called: string
  captain: string
}
