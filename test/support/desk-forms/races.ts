/** The forms of the commands about side races, teams and series. */

import { findRace, type Race } from "#domain/competition/races/race.ts"
import { drawTeams } from "#domain/competition/teams/draw-teams.ts"
import { addAthlete } from "#test/support/competition.ts"
import { browser, made, owner, type Sent, shop } from "./desks.ts"

export const laterSeason = "/seasons/fortnightly-2026-11-23"
export const racesDesk = `${laterSeason}/races`
const raceFields = {
  title: "Weekend",
  words: "Points of the weekend.",
  metric: "points",
  leastMinutes: "30",
  leastDays: "1",
  entrants: "athletes",
}

export async function sideRace(): Promise<string> {
  const title = `Race ${++made.n}`
  await browser.press(owner, racesDesk, "Add the race", { ...raceFields, name: `race-${made.n}`, title })
  return title
}

/** The desk of the teams of a new race of captains' teams, with a team of this name. */
async function captainsRace(team?: string): Promise<string> {
  const name = `race-${++made.n}`
  await browser.press(owner, racesDesk, "Add the race", { ...raceFields, name, entrants: "captains" })
  const desk = `${racesDesk}/${name}/teams`
  if (team) await browser.press(owner, desk, "Make the team", { ...(await newTeam()), called: team })
  return desk
}

/** The desk of the teams of a race of a season that has not begun, with athletes who would be drawn. */
async function drawnRace(): Promise<string> {
  const name = `race-${++made.n}`
  const joinedAt = "2026-11-20T00:00:00Z"
  for (let nr = 0; nr < 8; nr++) await addAthlete(shop.world, { name: `Early ${name} ${nr}`, joinedAt })
  await browser.press(owner, racesDesk, "Add the race", {
    ...raceFields,
    name,
    entrants: "teams",
    teamSize: "4",
  })
  return `${racesDesk}/${name}/teams`
}

async function newTeam() {
  const athlete = await addAthlete(shop.world, { name: `Captain ${++made.n}` })
  const [row] = await shop.world.db.sql<{ slug: string }>`select slug from athletes where id = ${athlete}`
  return { called: `Team ${made.n}`, captain: row?.slug ?? "" }
}

const seriesDesk = "/seasons/series"
const newSeries = () => ({
  ...{ slug: `weeks-${++made.n}`, name: `Weeks ${made.n}`, length: "7", beginsOn: "2027-03-01" },
  ...{ shipping: "0", finishDays: "3", prizes: "" },
})

/** A race that has not begun, the only one that can be changed and ended. */
async function series(): Promise<string> {
  await shop.world.db.sql`delete from seasons where series like 'weeks-%'`
  await shop.world.db.sql`delete from series where slug like 'weeks-%'`
  const fields = newSeries()
  await browser.press(owner, seriesDesk, "Make the race", fields)
  return fields.name
}

export const racesForms: readonly Sent[] = [
  {
    command: "race.add",
    form: async () => [racesDesk, "Add the race", { ...raceFields, name: `race-${++made.n}` }],
  },
  {
    command: "race.change",
    form: async () => {
      await sideRace()
      return [racesDesk, "Save the race", { ...raceFields, title: "Two days" }]
    },
  },
  { command: "race.end", form: async () => [racesDesk, `End ${await sideRace()}`] },
  {
    command: "race.resume",
    form: async () => {
      const title = await sideRace()
      await browser.press(owner, racesDesk, `End ${title}`)
      return [racesDesk, `Resume ${title}`]
    },
  },
  {
    command: "team.transfer",
    form: async () => {
      const name = `race-${++made.n}`
      const teams = { ...raceFields, name, entrants: "teams", teamSize: "4" }
      await browser.press(owner, racesDesk, "Add the race", teams)
      const joinedAt = "2026-11-20T00:00:00Z"
      for (let nr = 0; nr < 8; nr++) await addAthlete(shop.world, { name: `Drawn ${name} ${nr}`, joinedAt })
      const { db } = shop.world
      await drawTeams(db, (await findRace(db, { season: "fortnightly-2026-11-23", name })) as Race)
      const [one] = await db.sql<{ athlete: string; to: number }>`
        select a.slug as athlete, (3 - t.number)::integer as to from team_members m
        join athletes a on a.id = m.athlete_id join teams t on t.id = m.team_id join races r on r.id = m.race_id
        where r.name = ${name} and t.number <= 2 limit 1`
      return [
        `${racesDesk}/${name}/teams`,
        "Move",
        { athlete: one?.athlete ?? "", to: String(one?.to), reason: "A move" },
      ]
    },
  },
  { command: "team.draw", form: async () => [await drawnRace(), "Draw the teams now"] },
  {
    command: "team.make",
    form: async () => [await captainsRace(), "Make the team", await newTeam()],
  },
  {
    command: "team.change",
    form: async () => [await captainsRace("Reds"), "Rename", { called: `Blues ${++made.n}` }],
  },
  { command: "team.end", form: async () => [await captainsRace("Reds"), "End this team"] },
  {
    command: "team.copy",
    form: async () => {
      const from = await captainsRace("Reds")
      return [
        await captainsRace(),
        "Copy the teams",
        { from: from.replace(/^.seasons.(.*).races(.*).teams$/, "$1$2") },
      ]
    },
  },
  { command: "series.make", form: async () => [seriesDesk, "Make the race", newSeries()] },
  {
    command: "series.change",
    form: async () => {
      await series()
      return [seriesDesk, "Save the changes", { name: `Two weeks ${++made.n}` }]
    },
  },
  { command: "series.end", form: async () => [seriesDesk, `End ${await series()}`] },
  {
    command: "series.resume",
    form: async () => {
      const name = await series()
      await browser.press(owner, seriesDesk, `End ${name}`)
      return [seriesDesk, `Let ${name} go on`]
    },
  },
]
