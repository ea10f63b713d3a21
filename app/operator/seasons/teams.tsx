import { data, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { isOfTeams } from "#content/races.ts"
import { findRace } from "#domain/competition/races/race.ts"
import { previewDraw } from "#domain/competition/teams/draw-teams.ts"
import { isOpen } from "#domain/competition/teams/founding.ts"
import { moveToTeam } from "#domain/operator/races.ts"
import { copyTeams, endTeams, makeTeam, renameRaceTeam } from "#domain/operator/teams.ts"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { useSent } from "../frame/use-sent.ts"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { ChangeTeam, DrawPreview, MakeTeams, type Typed } from "./team-forms.tsx"
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
  const isCaptains = race.entrants === "captains"
  const others = isCaptains
    ? await world.db.sql<{ id: string; says: string }>`
        select s.slug || '/' || r.name as id, r.title || ', ' || s.slug as says
        from races r join seasons s on s.id = r.season_id
        where r.entrants = 'captains' and r.id <> ${race.id} and exists (select from teams t where t.race_id = r.id)
        order by s.opens_at desc, r.id desc limit 50`
    : []
  return {
    title: race.title,
    season,
    isCaptains,
    open: isOpen(race, world.now()),
    others,
    lines: await journalOf(world, { subject: "teams", id: `${season}/${name}` }),
    preview: race.entrants === "teams" && race.drawnAt === null ? await previewDraw(world.db, race) : null,
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
  const race = { season, name }
  const what = text("do", 10)
  const typed = { called: text("called", 100), captain: text("captain", 100) }
  if (form.has("undo")) return undoFromDesk(args, "/seasons", { entry: form.get("undo"), words: teamWords })
  if (what !== "move") {
    const [of = "", other = ""] = text("from", 200).split("/")
    const done =
      what === "make"
        ? await makeTeam(world, operator, { ...race, ...typed })
        : what === "copy"
          ? await copyTeams(world, operator, { ...race, from: { season: of, name: other } })
          : what === "end"
            ? await endTeams(world, operator, { ...race, names: [text("team", 100)] })
            : await renameRaceTeam(world, operator, { ...race, from: text("team", 100), to: typed.called })
    if (done.ok) return { ok: true, text: said[what] ?? "It is renamed." } satisfies Answer
    const answer = refused(done.code, teamWords, args.request)
    // What was typed stays in the form.
    return what === "make" && "data" in answer && !answer.data.ok
      ? data({ ...answer.data, typed }, { status: 409 })
      : answer
  }
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

const teamWords = { ...words, name_taken: "There is a team with this name already." }
const said: Record<string, string> = {
  make: "The team is made.",
  copy: "The teams are copied.",
  end: "The team is gone.",
}

const came = { drawn: "", joined: "", late: "joined late", transferred: "moved here" }

export default function Teams() {
  const { title, season, isCaptains, open, others, preview, lines, counted, moves, teams } =
    useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  const typed = sent && "typed" in sent ? (sent.typed as Typed) : { called: "", captain: "" }
  const present = teams.flatMap(({ members }) => members.filter(({ until, athlete }) => athlete && !until))
  return (
    <Page
      title={`${title}: teams`}
      text={
        isCaptains
          ? `${season}. Members found teams; rosters are fixed once the third day is over.`
          : teams.length === 0
            ? `${season}. The teams are drawn when the season begins.`
            : `${season}. Each day, the best ${counted ?? 0} members of a team count.`
      }
    >
      <Answered />
      {preview && <DrawPreview teams={preview} />}
      {isCaptains && open && <MakeTeams typed={typed} others={others} />}
      <div className="grid items-start gap-5 md:grid-cols-2 xl:grid-cols-3">
        {teams.map((team) => (
          <Panel key={team.number} title={`${team.number} ${team.name}`}>
            <p className="text-small text-muted">
              {countOf(team.members.filter(({ until, athlete }) => athlete && !until).length, "member")}
            </p>
            <ul className={`mt-2 text-small ${team.members.length > 12 ? "columns-2 gap-4" : ""}`}>
              {team.members.map((member) => (
                <li
                  key={`${member.athlete} ${member.from}`}
                  className="mb-1 break-inside-avoid wrap-anywhere"
                >
                  {member.name ?? "Deleted account"}
                  <span className="text-muted">
                    {[came[member.came], member.reason, member.until && `until ${member.until}`]
                      .filter(Boolean)
                      .map((part) => `, ${part}`)}
                  </span>
                </li>
              ))}
            </ul>
            {open && <ChangeTeam name={team.name} ends={isCaptains} />}
          </Panel>
        ))}
      </div>
      {!isCaptains && moves && present.length > 0 && (
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
            <Button type="submit" name="do" value="move" className="justify-self-start">
              Move
            </Button>
          </PressForm>
        </Panel>
      )}
      <Panel title="Journal" className="mt-5 print:hidden">
        <JournalLines lines={lines} />
      </Panel>
    </Page>
  )
}
