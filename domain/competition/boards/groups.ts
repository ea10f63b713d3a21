import { type ActivityKind, activityKinds, kindWords } from "#content/activity-kinds.ts"
import {
  type Ages,
  agesInWords,
  type Category,
  categories,
  categoryNames,
  groupRule,
} from "#content/board-groups.ts"
import type { World } from "#domain/world.ts"
import type { Sql } from "#ports/db.ts"
import { mergedAges } from "./age-bands.ts"
import type { BoardState } from "./board.ts"

/** A group of athletes by which a board can be filtered. */
export type BoardGroup = {
  /** Part of its address: "women", "age-30", "run". */
  name: string
  /** "Women", "30 to 39", "Run" */
  title: string
  /** Athletes of the group with points on the board. */
  athletes: number
} & (
  | { by: "category"; category: Category }
  | { by: "age"; ages: Ages }
  | { by: "sport"; sport: ActivityKind }
)

interface Counted {
  category: Category | null
  /** The first age of the band; null without a birth year. */
  band: number | null
  /** The sport that is uploaded most; null where it may not be shown. */
  sport: ActivityKind | null
  athletes: number
}

/** Whether the athlete's sport may be shown to everybody. `a` is the row of `athletes`, `s` that of `standings`. */
const showsSport = (sql: Sql) => sql`
  (
    select shown.details from private.display(
      'anonymous', a.visibility, a.restricted_data, s.restricted_days > 0,
      (select value from private.settings where settings.name = 'strava_display')
    ) shown
  )`

/** The groups of a board that have enough athletes with points: categories, ages, sports by their number. */
export async function boardGroups({ db }: Pick<World, "db">, board: BoardState): Promise<BoardGroup[]> {
  const year = yearOf(board)
  const [, second = 0] = groupRule.bands
  const counted = await db.sql<Counted>`
    select a.category,
      case
        when ${year}::integer - a.birth_year < ${second}::integer then 0
        else least(${groupRule.bands.at(-1) ?? 0}::integer, (${year}::integer - a.birth_year) / 10 * 10)
      end as band,
      case when a.sport is not null and ${showsSport(db.sql)} then a.sport end as sport,
      count(*)::integer as athletes
    from standings s join athletes a on a.id = s.athlete_id
    where s.board_id = ${board.id} and num_nonnulls(a.category, a.birth_year, a.sport) > 0
    group by 1, 2, 3`
  const sum = (of: (one: Counted) => boolean) =>
    counted.filter(of).reduce((all, { athletes }) => all + athletes, 0)
  const byCategory = categories.map((category): BoardGroup => {
    const athletes = sum((one) => one.category === category)
    return { by: "category", name: category, title: categoryNames[category], category, athletes }
  })
  const byAge = mergedAges((band) => sum((one) => one.band === band)).map(
    ({ athletes, ...ages }): BoardGroup => {
      return { by: "age", name: `age-${ages.from}`, title: agesInWords(ages), ages, athletes }
    },
  )
  const bySport = activityKinds
    .filter((kind) => kind !== "other" && kind !== "transition")
    .map((sport): BoardGroup => {
      const athletes = sum((one) => one.sport === sport)
      return { by: "sport", name: sport, title: kindWords[sport].noun, sport, athletes }
    })
    .sort((a, b) => b.athletes - a.athletes)
  return [...byCategory, ...byAge, ...bySport].filter(({ athletes }) => athletes >= groupRule.least)
}

/** The group of an address; "age" and "sport" are the first of their kind. Undefined for one that has too few athletes. */
export function groupNamed(groups: readonly BoardGroup[], name: string): BoardGroup | undefined {
  const age = /^age-(\d{1,2})$/.exec(name)?.[1]
  if (age !== undefined) {
    // Bands merge as athletes come and go, so an address may name one that is now part of another.
    const asked = Number(age)
    return groups.find(
      (group) => group.by === "age" && group.ages.from <= asked && asked <= (group.ages.to ?? asked),
    )
  }
  return groups.find((group) => group.name === name || group.by === name)
}

/** Whether an address names a group at all, shown or not. */
export function isGroupName(name: string): boolean {
  const names: readonly string[] = [...categories, ...activityKinds, "age", "sport"]
  return names.includes(name) || /^age-\d{1,2}$/.test(name)
}

/** Whether an athlete is in a group, in SQL. `a` is the row of `athletes`, `s` that of `standings`. */
export function isInGroup(sql: Sql, board: BoardState, group: BoardGroup) {
  const year = yearOf(board)
  switch (group.by) {
    case "category":
      return sql`a.category = ${group.category}`
    case "sport":
      return sql`a.sport = ${group.sport} and ${showsSport(sql)}`
    case "age": {
      const oldest = group.ages.to === null ? 0 : year - group.ages.to
      return sql`a.birth_year between ${oldest}::integer and ${year - group.ages.from}::integer`
    }
  }
}

/** Ages are those that athletes reach in the year in which the board begins. */
function yearOf({ from }: BoardState): number {
  return Number(from.slice(0, 4))
}
