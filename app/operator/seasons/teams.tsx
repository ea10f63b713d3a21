import { data, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { isOfTeams } from "#content/races.ts"
import { findRace } from "#domain/competition/races/race.ts"
import { moveToTeam } from "#domain/operator/races.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { words } from "./words.ts"

interface Member {
  team: number
  athlete: string | null
  name: string | null
  came: "drawn" | "late" | "transferred" | "joined"
  from: string
  until: string | null
  reason: string | null
}

/** The rosters of a team race: to read, to print, and to move athletes. */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const { slug: season = "", name = "" } = args.params
  const race = await findRace(world.db, { season, name })
  if (!race || !isOfTeams(race)) throw data(null, { status: 404 })
  const teams = await world.db.sql<{ number: number; name: string }>`
    select number::integer as number, name from teams where race_id = ${race.id} order by number`
  const members = await world.db.sql<Member>`
    select t.number::integer as team, a.slug as athlete, a.display_name as name, m.came, m.from_on::text as from,
      m.until_on::text as until, m.reason
    from team_members m join teams t on t.id = m.team_id left join athletes a on a.id = m.athlete_id
    where m.race_id = ${race.id}
    order by lower(a.display_name), m.id`
  return {
    title: race.title,
    season,
    counted: race.countedMembers,
    moves: world.now() < race.closesAt,
    teams: teams.map((team) => ({ ...team, members: members.filter((one) => one.team === team.number) })),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const { slug: season = "", name = "" } = args.params
  const form = await args.request.formData()
  const text = (field: string, most: number) =>
    String(form.get(field) ?? "")
      .trim()
      .slice(0, most)
  const done = await moveToTeam(world, operator, {
    season,
    name,
    athlete: text("athlete", 100),
    to: Number(text("to", 4)) || 0,
    reason: text("reason", 500),
  })
  return done.ok
    ? ({
        ok: true,
        text: "Moved. It takes effect tomorrow; points of before stay where they are.",
      } satisfies Answer)
    : refused(done.code, words, args.request)
}

const came = { drawn: "", joined: "", late: "joined late", transferred: "moved here" }

export default function Teams() {
  const { title, season, counted, moves, teams } = useLoaderData<typeof loader>()
  const present = teams.flatMap(({ members }) => members.filter(({ until, athlete }) => athlete && !until))
  return (
    <Page
      title={`${title}: teams`}
      text={
        teams.length === 0
          ? `${season}. The teams are drawn when the season begins.`
          : `${season}. Each day, the best ${counted ?? 0} members of a team count.`
      }
    >
      <Answered />
      <div className="grid gap-5 md:grid-cols-2 xl:grid-cols-3">
        {teams.map((team) => (
          <Panel key={team.number} title={`${team.number} ${team.name}`}>
            <p className="text-small text-muted">
              {countOf(team.members.filter(({ until, athlete }) => athlete && !until).length, "member")}
            </p>
            <ul className="mt-2 grid gap-1 text-small">
              {team.members.map((member) => (
                <li key={`${member.athlete} ${member.from}`} className="wrap-anywhere">
                  {member.name ?? "Deleted account"}
                  <span className="text-muted">
                    {[came[member.came], member.reason, member.until && `until ${member.until}`]
                      .filter(Boolean)
                      .map((part) => `, ${part}`)}
                  </span>
                </li>
              ))}
            </ul>
          </Panel>
        ))}
      </div>
      {moves && present.length > 0 && (
        <Panel title="Move an athlete" className="mt-5 max-w-3xl print:hidden">
          <PressForm className="grid gap-3 text-small sm:grid-cols-2">
            <label>
              <span className="text-muted">Athlete</span>
              <select name="athlete" className={`${controlClass} mt-1`}>
                {present.map(({ athlete, name }) => (
                  <option key={athlete} value={athlete ?? ""}>
                    {name}
                  </option>
                ))}
              </select>
            </label>
            <label>
              <span className="text-muted">To</span>
              <select name="to" className={`${controlClass} mt-1`}>
                {teams.map(({ number, name }) => (
                  <option key={number} value={number}>
                    {`${number} ${name}`}
                  </option>
                ))}
              </select>
            </label>
            <label className="sm:col-span-2">
              <span className="text-muted">Why, once a season for each athlete</span>
              <input name="reason" maxLength={500} className={`${controlClass} mt-1`} />
            </label>
            <Button type="submit" className="justify-self-start">
              Move
            </Button>
          </PressForm>
        </Panel>
      )}
    </Page>
  )
}
