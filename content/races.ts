import type { ActivityKind } from "./activity-kinds.ts"

/**
 * What one day adds to an athlete's value in a side race (supabase/migrations/20261122001590_races.sql). `rise` alone is no sum of
 * days: it compares the season with the athlete's own past (domain/competition/rise).
 */
export const metrics = {
  points: { name: "Points", unit: "points" },
  active_days: { name: "Active days", unit: "days" },
  minutes: { name: "Moving time", unit: "minutes" },
  distance: { name: "Distance", unit: "meters" },
  climb: { name: "Climb", unit: "meters up" },
  kinds: { name: "Kinds of activity", unit: "kinds" },
  rise: { name: "Rise", unit: "percent of the athlete’s own past" },
} as const

export type Metric = keyof typeof metrics

/** A side race, without its season. */
export interface SideRace {
  /** Part of its address: /leaderboard/races/<season>/<name>. */
  name: string
  title: string
  /** What it is about, in one or two sentences. */
  words: string
  metric: Metric
  /** Only activities of these kinds; null: of all. */
  kinds: readonly ActivityKind[] | null
  /** Only these days of the week, 1 for Monday to 7 for Sunday; null: all. */
  weekdays: readonly number[] | null
  /** Only athletes without a result in an earlier season. */
  newcomers: boolean
  /** The most that one day adds, in the unit of the metric; null: no limit. */
  capADay: number | null
  /** The number of days of each week that count, the best ones; null: all. */
  daysAWeek: number | null
  /** Moving minutes from which a day is active, or a kind is recorded. */
  leastMinutes: number
  /** Athletes with fewer counted days have no place. */
  leastDays: number
  /**
   * `teams`: drawn ones; `captains`: teams that members found; `together`: a joint goal, everybody adds to one sum.
   * `invited`: a private race (domain/competition/private-races).
   */
  entrants: "athletes" | "teams" | "captains" | "together" | "invited"
  /** Its first and last day, by each athlete's own calendar; null for a race that counts the days of a season. */
  fromOn: string | null
  toOn: string | null
  /** What a joint goal wants to reach, or each team of a race, in the unit of the metric; null without a goal. */
  target: number | null
  /** About how many members a team gets when the teams are drawn; null in a race of athletes. */
  teamSize: number | null
  /** What each member of the winning team who qualifies gets; null without a prize, and in a race of athletes. */
  prize: string | null
  /** How many members can get it at most; null without a prize. */
  mostPrizes: number | null
  /** Shown on /leaderboard; others are reached by their address. */
  listed: boolean
  /** Copied into the next season of the series. */
  repeats: boolean
}

const plain = {
  kinds: null,
  weekdays: null,
  newcomers: false,
  capADay: null,
  daysAWeek: null,
  leastMinutes: 30,
  leastDays: 1,
  entrants: "athletes",
  teamSize: null,
  fromOn: null,
  toOn: null,
  target: null,
  prize: null,
  mostPrizes: null,
  listed: false,
  repeats: true,
} as const

/** Whether teams race in it, drawn or founded by captains. */
export function isOfTeams({ entrants }: Pick<SideRace, "entrants">): boolean {
  return entrants === "teams" || entrants === "captains"
}

const rise = {
  ...plain,
  name: "rise",
  words: "This season compared with your own last six months, once you have eight weeks of training.",
  metric: "rise",
  listed: true,
} as const

/**
 * The side races that a fresh installation starts with, in the first season of a series, by its slug. Operators change them in the
 * console.
 */
export const firstRaces = {
  fortnightly: [{ ...rise, title: "Two-week rise" }],
  monthly: [
    {
      ...plain,
      name: "five-a-week",
      title: "Five a week",
      words: "Active days, at most five of each week. Two days of rest cost nothing.",
      metric: "active_days",
      daysAWeek: 5,
      listed: true,
    },
    {
      ...plain,
      name: "climb",
      title: "Climbers",
      words: "Meters climbed on foot and by bike. A day adds at most 1,500.",
      metric: "climb",
      kinds: ["run", "hike", "walk", "ride", "wheelchair", "handcycle"],
      capADay: 1500,
      listed: true,
    },
    {
      ...plain,
      name: "weekend",
      title: "Weekend",
      words: "Points of Saturdays and Sundays.",
      metric: "points",
      weekdays: [6, 7],
    },
    {
      ...plain,
      name: "all-round",
      title: "All-round",
      words: "The number of different kinds of activity, each for at least 20 minutes.",
      metric: "kinds",
      leastMinutes: 20,
    },
    {
      ...plain,
      name: "first-season",
      title: "First season",
      words: "Points of everybody whose first season this is.",
      metric: "points",
      newcomers: true,
    },
    { ...rise, title: "Rise of the month" },
  ],
} satisfies Record<string, readonly SideRace[]>

/** In the address of a race with days of its own, where others have the season: /leaderboard/races/dates/<name>. */
export const ownDates = "dates"

/** A race for newcomers is hidden until this many athletes have finished an earlier season. */
export const leastFinishersBefore = 10

/** Names of drawn teams, in the order of the draw; further ones are numbered. */
export const teamNames = [
  "Cobalt",
  "Ember",
  "Fern",
  "Amber",
  "Slate",
  "Coral",
  "Indigo",
  "Maple",
  "Teal",
  "Crimson",
  "Olive",
  "Violet",
  "Copper",
  "Azure",
  "Moss",
  "Ruby",
] as const
