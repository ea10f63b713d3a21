import type { Athlete } from "../model/athlete.ts"
import { createRandom } from "../model/random.ts"
import type { TypeName } from "./types.ts"

/** Sessions that members do together, or once in a season. */
interface Event {
  type: TypeName
  /** 0 is Monday. */
  day: number
  time: string
  /** The start in one time zone; otherwise in each athlete's. */
  timeZone?: string
  /** The group that takes part: the club or everybody. */
  group: "club" | "all" | "pair"
  takesPart(athlete: Athlete, week: number, seed: string): boolean
}

const by = (share: number, ...words: readonly (string | number)[]) => createRandom(...words).chance(share)
const isOf = (athlete: Athlete, ...personas: readonly Athlete["persona"][]) =>
  personas.includes(athlete.persona)

/** This week's race is for everybody, including guests who come only for it. */
const raceWeek = 1

export const events: readonly Event[] = [
  {
    ...{
      type: "5 km race, once with 300",
      day: 5,
      time: "09:00",
      group: "all",
      timeZone: "America/Los_Angeles",
    },
    takesPart: ({ club }, week) => week === raceWeek && (club < 3 || club > 4),
  },
  {
    ...{ type: "5 km race, once with 300", day: 5, time: "09:00", group: "club" },
    takesPart: (athlete, week, seed) =>
      week !== raceWeek && isOf(athlete, "runner") && by(0.3, seed, "race", week, athlete.nr),
  },
  {
    ...{ type: "club ride of 30", day: 6, time: "08:30", group: "club" },
    takesPart: (athlete, week) =>
      week % 3 === 1 &&
      (isOf(athlete, "cyclist", "triathlete") || (isOf(athlete, "runner") && athlete.nr % 2 === 0)),
  },
  {
    ...{ type: "spin class of 20", day: 1, time: "19:00", group: "club" },
    takesPart: (athlete, week) => week % 4 === 2 && isOf(athlete, "cyclist", "lifter"),
  },
  {
    ...{ type: "run of two members", day: 2, time: "18:30", group: "pair" },
    takesPart: ({ nr }, week, seed) => by(0.12, seed, "pair", week, nr >> 1),
  },
  {
    ...{ type: "ultra of 12 h", day: 5, time: "05:00", group: "club" },
    takesPart: (athlete, week) => week === 3 && (isOf(athlete, "mountaineer") || athlete.nr % 29 === 3),
  },
  {
    ...{ type: "half-ironman in one file", day: 5, time: "07:00", group: "club" },
    takesPart: (athlete, week) => (week === 2 || week === 6) && isOf(athlete, "triathlete"),
  },
  {
    ...{ type: "run as clocks change", day: 6, time: "01:20", group: "club" },
    takesPart: ({ nr, timeZone }, week) => week === (timeZone === "Europe/Berlin" ? 5 : 6) && nr % 6 === 0,
  },
]

/** Whether the athlete is on a journey in that week, and only runs there. */
export function isAbroad({ nr, timeZone }: Athlete, week: number, seed: string): boolean {
  const random = createRandom(seed, "abroad", nr)
  return timeZone !== "America/New_York" && random.chance(0.15) && Math.floor(random.between(4, 9)) === week
}
