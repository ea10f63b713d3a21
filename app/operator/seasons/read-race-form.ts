import { z } from "zod"
import { type ActivityKind, activityKinds } from "#content/activity-kinds.ts"
import { isOfTeams, type Metric, metrics, type SideRace } from "#content/races.ts"
import { mostPrizesOf } from "#domain/competition/teams/sizes.ts"
import { daysBetween, isDay } from "#primitives/days.ts"
import { orNone, wholeNumber } from "./numbers.ts"

/** What an operator typed about a race; kept as it is when it cannot be saved. */
export interface RaceDraft {
  name: string
  title: string
  words: string
  metric: Metric
  kinds: readonly ActivityKind[]
  weekdays: readonly number[]
  newcomers: boolean
  capADay: string
  daysAWeek: string
  leastMinutes: string
  leastDays: string
  entrants: SideRace["entrants"]
  fromOn: string
  toOn: string
  teamSize: string
  target: string
  prize: string
  mostPrizes: string
  listed: boolean
  repeats: boolean
}

const metricNames = Object.keys(metrics) as [Metric, ...Metric[]]

const entrantKinds = ["athletes", "teams", "captains", "together"] as const

const shape = z
  .object({
    name: z
      .string()
      .regex(
        /^[a-z0-9]+(-[a-z0-9]+)*$/,
        "Address: use lowercase letters, digits and single hyphens, for example weekend-climb.",
      )
      .max(60, "Address: at most 60 characters."),
    title: z.string().min(3, "Title: at least 3 characters.").max(60, "Title: at most 60 characters."),
    words: z
      .string()
      .min(1, "What it is about: write a sentence.")
      .max(240, "What it is about: at most 240 characters."),
    metric: z.enum(metricNames, "What counts: choose one."),
    kinds: z.array(z.enum(activityKinds)),
    weekdays: z.array(z.coerce.number().int().min(1).max(7)),
    newcomers: z.boolean(),
    capADay: orNone("Most a day", 1, 1_000_000),
    daysAWeek: orNone("Best days of each week", 1, 7),
    leastMinutes: wholeNumber("Moving minutes", 1, 300),
    leastDays: wholeNumber("Days for a place", 1, 31),
    entrants: z.enum(entrantKinds, "Who enters: choose one."),
    fromOn: z.string(),
    toOn: z.string(),
    teamSize: orNone("Members of a team", 4, 250),
    target: orNone("Goal", 1, 1_000_000_000),
    prize: z
      .string()
      .max(200, "Prize: at most 200 characters.")
      .transform((words) => (words === "" ? null : words)),
    mostPrizes: orNone("Number of prizes", 1, 40),
    listed: z.boolean(),
    repeats: z.boolean(),
  })
  .refine(
    ({ metric, kinds }) => metric !== "points" || kinds.length === 0,
    "Points are given for whole days, not for activities: choose moving time, distance or active days for one kind.",
  )
  .refine(({ entrants, target }) => entrants !== "together" || target !== null, "Goal: enter a number.")
  .refine(
    ({ entrants, teamSize }) => entrants !== "teams" || teamSize !== null,
    "Members of a team: enter a number.",
  )
  .refine(
    ({ entrants, metric, weekdays, capADay, daysAWeek }) =>
      !isOfTeams({ entrants }) ||
      (metric === "points" && weekdays.length === 0 && capADay === null && daysAWeek === null),
    "Teams race for the points of their members: choose points, and no other limit.",
  )
  .refine(
    ({ prize, mostPrizes }) => (prize === null) === (mostPrizes === null),
    "Prize: say what each member gets and how many there are, or leave both empty.",
  )
  .refine(
    ({ mostPrizes, teamSize }) => (mostPrizes ?? 0) <= mostPrizesOf(teamSize ?? 0),
    "Number of these prizes: at most one for every two members of a team.",
  )
  .refine(
    ({ metric, entrants, kinds, weekdays, capADay, daysAWeek, newcomers }) =>
      metric !== "rise" ||
      (entrants === "athletes" &&
        kinds.length + weekdays.length === 0 &&
        capADay === null &&
        daysAWeek === null &&
        !newcomers),
    "Rise compares each athlete with their own past: choose athletes, and no limit.",
  )

type Read = { draft: RaceDraft } & ({ ok: true; race: SideRace } | { ok: false; text: string })

/**
 * Reads the form of a race. Refuses it with a sentence about the first field that is wrong.
 * @param hasDates whether it has days of its own, and not those of a season
 */
export function readRaceForm(form: FormData, { hasDates }: { hasDates: boolean }): Read {
  const text = (name: string) =>
    String(form.get(name) ?? "")
      .replace(/\s+/g, " ")
      .trim()
  const given = {
    name: text("name"),
    title: text("title"),
    words: text("words"),
    metric: text("metric"),
    kinds: form.getAll("kinds").map(String),
    weekdays: form.getAll("weekdays").map(String),
    newcomers: form.get("newcomers") === "yes",
    capADay: text("capADay"),
    daysAWeek: text("daysAWeek"),
    leastMinutes: text("leastMinutes"),
    leastDays: text("leastDays"),
    entrants: text("entrants"),
    fromOn: text("fromOn"),
    toOn: text("toOn"),
    teamSize: text("entrants") === "teams" ? text("teamSize") : "",
    target: text("entrants") === "athletes" ? "" : text("target"),
    prize: text("entrants") === "teams" ? text("prize") : "",
    mostPrizes: text("entrants") === "teams" ? text("mostPrizes") : "",
    listed: form.get("listed") === "yes",
    repeats: form.get("repeats") === "yes",
  }
  const draft: RaceDraft = {
    ...given,
    metric: metricNames.find((metric) => metric === given.metric) ?? "points",
    kinds: activityKinds.filter((kind) => given.kinds.includes(kind)),
    weekdays: given.weekdays.map(Number),
    entrants: entrantKinds.find((kind) => kind === given.entrants) ?? "athletes",
    teamSize: text("teamSize"),
    target: text("target"),
    prize: text("prize"),
    mostPrizes: text("mostPrizes"),
  }
  const read = shape.safeParse(given)
  if (!read.success)
    return { ok: false, text: read.error.issues[0]?.message ?? "Something is missing.", draft }
  const wrong = hasDates ? wrongDates(read.data) : null
  if (wrong) return { ok: false, text: wrong, draft }
  const { kinds, weekdays, fromOn, toOn, ...race } = read.data
  const orAll = <T>(chosen: readonly T[]) => (chosen.length > 0 ? chosen : null)
  const dates = hasDates ? { fromOn, toOn } : { fromOn: null, toOn: null }
  return { ok: true, race: { ...race, ...dates, kinds: orAll(kinds), weekdays: orAll(weekdays) }, draft }
}

function wrongDates(race: { fromOn: string; toOn: string; entrants: string; metric: string }): string | null {
  const { fromOn, toOn, entrants, metric } = race
  if (!isDay(fromOn) || !isDay(toOn)) return "First and last day: choose both."
  const days = daysBetween(fromOn, toOn)
  if (days < 0 || days > 365) return "Last day: from the first day on, at most a year later."
  if (entrants === "teams" || entrants === "captains") return "Teams race in a season: add it there."
  return metric === "rise" ? "Rise compares a season with the time before: add it to a season." : null
}
