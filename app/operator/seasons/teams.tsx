import { data, useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { isOfTeams } from "#content/races.ts"
import { findRace } from "#domain/competition/races/race.ts"
import { previewDraw } from "#domain/competition/teams/draw-teams.ts"
import { isOpen } from "#domain/competition/teams/founding.ts"
import { drawTeamsEarly, endTeamOfDrawn, makeTeamOfDrawn, moveToTeam } from "#domain/operator/drawn-teams.ts"
import type { Operator } from "#domain/operator/roles.ts"
import { copyTeams, endTeams, makeTeam, renameRaceTeam } from "#domain/operator/teams.ts"
import type { World } from "#domain/world.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { useSent } from "../frame/use-sent.ts"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import {
  ChangeTeam,
  DrawPreview,
  MakeDrawnTeam,
  MakeTeams,
  MoveAthlete,
  nothingTyped,
  type Typed,
} from "./team-forms.tsx"
import { Effect, type Shown } from "./teams-effect.tsx"
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
    begun: race.opensAt <= world.now(),
    lines: await journalOf(world, { teams: `${season}/${name}` }),
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
  const address = { season, name }
  const [what = "", look] = text("do", 20).split(" ").reverse()
  const fields = {
    ...{ called: text("called", 100), captain: text("captain", 100), team: text("team", 100) },
    ...{ athlete: text("athlete", 100), to: text("to", 4), reason: text("reason", 500) },
  }
  if (form.has("undo")) return undoFromDesk(args, "/seasons", { entry: form.get("undo"), words: teamWords })
  const race = await findRace(world.db, address)
  const done = await command({
    ...{ world, address, what, fields, from: text("from", 200) },
    operator: look === "look" ? { ...operator, rehearses: true } : operator,
    isDrawn: race?.entrants === "teams",
  })
  if (done.ok && "effect" in done && done.effect)
    return {
      ok: true,
      text: "Nothing is done yet.",
      shown: { what, fields, ...done.effect },
    } satisfies Answer & {
      shown: Shown
    }
  if (done.ok)
    return { ok: true, text: said(what, race !== undefined && race.opensAt <= world.now()) } satisfies Answer
  const answer = refused(done.code, teamWords, args.request)
  // What was typed stays in the form.
  return (what === "make" || what === "move") && "data" in answer && !answer.data.ok
    ? data({ ...answer.data, typed: fields }, { status: 409 })
    : answer
}

function command({ world, operator, address, what, fields, from, isDrawn }: Asked) {
  const { called, captain, team, athlete, to, reason } = fields
  const [of = "", other = ""] = from.split("/")
  switch (what) {
    case "move":
      return moveToTeam(world, operator, { ...address, athlete, to: Number(to) || 0, reason })
    case "draw":
      return drawTeamsEarly(world, operator, address)
    case "make":
      return isDrawn
        ? makeTeamOfDrawn(world, operator, { ...address, called })
        : makeTeam(world, operator, { ...address, called, captain })
    case "copy":
      return copyTeams(world, operator, { ...address, from: { season: of, name: other } })
    case "end":
      return isDrawn
        ? endTeamOfDrawn(world, operator, { ...address, called: team })
        : endTeams(world, operator, { ...address, names: [team] })
    default:
      return renameRaceTeam(world, operator, { ...address, from: team, to: called })
  }
}

interface Asked {
  world: World
  operator: Operator
  address: { season: string; name: string }
  what: string
  fields: Typed
  from: string
  isDrawn: boolean
}

function said(what: string, begun: boolean): string {
  if (what === "move")
    return begun
      ? "Moved. It takes effect tomorrow; points of before stay where they are."
      : "Moved, from the first day of the season on."
  const others: Record<string, string> = {
    draw: "The teams are drawn, and can be changed until the season begins.",
    make: "The team is made.",
    copy: "The teams are copied.",
    end: "The team is gone.",
  }
  return others[what] ?? "It is renamed."
}

const teamWords = {
  ...words,
  name_taken: "There is a team with this name already.",
  begun:
    "The season has begun, so the teams stay as they are. Athletes can still be moved, from tomorrow on.",
  drawn: "The teams are drawn already.",
}
const came = { drawn: "", joined: "", late: "joined late", transferred: "moved here" }

export default function Teams() {
  const { title, season, isCaptains, open, begun, others, preview, lines, counted, moves, teams } =
    useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  const shown = sent && "shown" in sent ? (sent.shown as Shown) : null
  const typed = shown?.fields ?? (sent && "typed" in sent ? (sent.typed as Typed) : nothingTyped)
  const present = teams.flatMap(({ members }) => members.filter(({ until, athlete }) => athlete && !until))
  return (
    <Page
      title={`${title}: teams`}
      text={
        isCaptains
          ? `${season}. Members found teams; rosters are fixed once the third day is over.`
          : teams.length === 0
            ? `${season}. The teams are drawn when the season begins, or before by you.`
            : begun
              ? `${season}. Each day, the best ${counted ?? 0} members of a team count.`
              : `${season}. Drawn, and yours to change until the season begins. Who joins until then goes to the smallest team.`
      }
    >
      <Answered />
      {shown && <Effect {...shown} />}
      {preview && <DrawPreview teams={preview} draws={!begun && preview.length > 0} />}
      {!isCaptains && open && teams.length > 0 && <MakeDrawnTeam typed={typed} />}
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
            {open && (
              <ChangeTeam
                name={team.name}
                ends={isCaptains || (teams.length > 2 && (!begun || team.members.length === 0))}
                previews={!isCaptains}
              />
            )}
          </Panel>
        ))}
      </div>
      {!isCaptains && moves && present.length > 0 && (
        <MoveAthlete athletes={present} teams={teams} typed={typed} begun={begun} />
      )}
      <Panel title="Journal" className="mt-5 print:hidden">
        <JournalLines lines={lines} />
      </Panel>
    </Page>
  )
}
