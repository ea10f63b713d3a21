import { grouped } from "#content/amounts.ts"
import type { PreviewedTeam } from "#domain/competition/teams/draw-teams.ts"
import { Button } from "../../ui/button.tsx"
import { Choice, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"

/** The teams as they would be drawn now. */
export function DrawPreview({ teams, draws }: { teams: readonly PreviewedTeam[]; draws: boolean }) {
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
      {draws && (
        <PressForm className="mb-6 max-w-[70ch] text-small print:hidden">
          <p className="mb-3 text-muted">
            Drawn now, the teams are shown from now on, and you can rename them, make and end some, and move
            athletes until the season begins. Whoever joins later goes to the smallest team.
          </p>
          <Button type="submit" name="do" value="draw" look="quiet">
            Draw the teams now
          </Button>
        </PressForm>
      )}
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

/** Renames a team, and ends one. */
export function ChangeTeam({ name, ends, previews }: { name: string; ends: boolean; previews: boolean }) {
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
          {ends && previews && (
            <Button type="submit" name="do" value="look end" look="quiet">
              What would ending change?
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
            <Choice label="All teams of another race, with their captains and members" name="from">
              {others.map(({ id, says }) => (
                <option key={id} value={id}>
                  {says}
                </option>
              ))}
            </Choice>
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

/** Makes an empty team among drawn ones. */
export function MakeDrawnTeam({ typed }: { typed: Typed }) {
  return (
    <Panel title="Make a team" className="mb-5 max-w-3xl print:hidden">
      <PressForm key={typed.called} className="grid gap-3 text-small">
        <Text label="Name" name="called" value={typed.called} most={40} />
        <p className="text-muted">
          It is empty at first: move athletes into it. With fewer than four members a team has no place.
        </p>
        <div>
          <Button type="submit" name="do" value="make">
            Make the team
          </Button>
        </div>
      </PressForm>
    </Panel>
  )
}

/** Moves an athlete to another drawn team, with a preview of what that changes. */
export function MoveAthlete({
  athletes,
  teams,
  typed,
  begun,
}: {
  athletes: readonly { athlete: string | null; name: string | null }[]
  teams: readonly { number: number; name: string }[]
  typed: Typed
  begun: boolean
}) {
  return (
    <Panel title="Move an athlete" className="mt-5 max-w-3xl print:hidden">
      <p className="mb-3 max-w-[62ch] text-small text-muted">
        {begun
          ? "From tomorrow on, once a season for each athlete. What was trained until today stays with the old team."
          : "From the first day of the season on."}
        {" Who is moved shares no prize of a team."}
      </p>
      <PressForm
        key={`${typed.athlete} ${typed.to} ${typed.reason}`}
        className="grid gap-3 text-small sm:grid-cols-2"
      >
        <Choice label="Athlete" name="athlete" defaultValue={typed.athlete || undefined}>
          {athletes.map(({ athlete, name }) => (
            <option key={athlete} value={athlete ?? ""}>
              {name}
            </option>
          ))}
        </Choice>
        <Choice label="To" name="to" defaultValue={typed.to || undefined}>
          {teams.map(({ number, name }) => (
            <option key={number} value={number}>
              {`${number} ${name}`}
            </option>
          ))}
        </Choice>
        <Line label="Why" name="reason" defaultValue={typed.reason} maxLength={500} wrap="sm:col-span-2" />
        <div className="flex flex-wrap gap-2 sm:col-span-2">
          <Button type="submit" name="do" value="move">
            Move
          </Button>
          <Button type="submit" name="do" value="look move" look="quiet">
            What would it change?
          </Button>
        </div>
      </PressForm>
    </Panel>
  )
}

/** What was typed in a form of this desk. */
export interface Typed {
  called: string
  captain: string
  team: string
  athlete: string
  to: string
  reason: string
}

export const nothingTyped: Typed = { called: "", captain: "", team: "", athlete: "", to: "", reason: "" }
