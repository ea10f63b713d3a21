import { type ActivityKind, kindWords } from "#content/activity-kinds.ts"
import { type Category, categoryNames } from "#content/board-groups.ts"

/** The heading of a group that is not shown yet, by its address: "Open", "Ski", "By age". */
export function groupTitle(name: string): string {
  if (name === "sport") return "By sport"
  return categoryNames[name as Category] ?? kindWords[name as ActivityKind]?.noun ?? "By age"
}
