import { type ActivityKind, activityKinds, kindWords } from "#content/activity-kinds.ts"
import {
  type Ages,
  agesInWords,
  type Category,
  categories,
  categoryNames,
  groupRule,
} from "#content/board-groups.ts"
import { mergedAges } from "./age-bands.ts"
import type { GroupMember } from "./group-members.ts"

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

/**
 * The groups of a board that have enough athletes with points: categories, ages, sports by their number.
 * @param year ages are those that athletes reach in it
 */
export function boardGroups(members: readonly GroupMember[], year: number): BoardGroup[] {
  const byCategory = counted(members, ({ category }) => category)
  const byBand = counted(members, ({ birthYear }) => birthYear && bandOf(year - birthYear))
  const bySport = counted(members, ({ sport }) => sport)
  const groups = [
    ...categories.map((category): BoardGroup => {
      const athletes = byCategory.get(category) ?? 0
      return { by: "category", name: category, title: categoryNames[category], category, athletes }
    }),
    ...mergedAges((band) => byBand.get(band) ?? 0).map(({ athletes, ...ages }): BoardGroup => {
      return { by: "age", name: `age-${ages.from}`, title: agesInWords(ages), ages, athletes }
    }),
    ...activityKinds
      .filter((kind) => kind !== "other" && kind !== "transition")
      .map((sport): BoardGroup => {
        const athletes = bySport.get(sport) ?? 0
        return { by: "sport", name: sport, title: kindWords[sport].noun, sport, athletes }
      })
      .sort((a, b) => b.athletes - a.athletes),
  ]
  return groups.filter(({ athletes }) => athletes >= groupRule.least)
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

/** The members of a group, by place. */
export function membersOf(
  members: readonly GroupMember[],
  group: BoardGroup,
  year: number,
): readonly GroupMember[] {
  switch (group.by) {
    case "category":
      return members.filter(({ category }) => category === group.category)
    case "sport":
      return members.filter(({ sport }) => sport === group.sport)
    case "age": {
      const { from, to } = group.ages
      return members.filter(({ birthYear }) => {
        const age = birthYear === null ? -1 : year - birthYear
        return age >= from && age <= (to ?? age)
      })
    }
  }
}

/** The first age of the band that contains an age. */
function bandOf(age: number): number {
  return groupRule.bands.findLast((from) => age >= from) ?? 0
}

function counted<Key>(members: readonly GroupMember[], keyOf: (one: GroupMember) => Key): Map<Key, number> {
  const counts = new Map<Key, number>()
  for (const one of members) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1)
  return counts
}
