import { type ActivityKind, kindWords } from "#content/activity-kinds.ts"
import { countOf } from "#content/amounts.ts"
import type { Gap } from "#domain/competition/boards/gap.ts"
import { behind } from "./behind.ts"

/** Kinds that need more than their noun: "one 30-minute strength session". */
const called: Partial<Record<ActivityKind, string>> = {
  hiit: "HIIT session",
  strength: "strength session",
  mobility: "mobility session",
  yoga: "yoga session",
  stairs: "stair session",
  wheelchair: "wheelchair session",
  kayak: "kayak session",
  paddle: "paddleboard session",
  elliptical: "elliptical session",
  nordicski: "ski session",
  ski: "ski session",
}

/**
 * The gap in words: the session that closes it, and its points. "One 30-minute run passes Maya" and "17 points behind
 * Maya"; a leader sees only the margin.
 */
export function gapWords({ points, name, ahead, session }: Gap): { todo: string | null; points: string } {
  const other = name ?? "an athlete"
  if (!ahead)
    return {
      todo: null,
      points: points === 0 ? sentence(behind(0, name)) : `${countOf(points, "point")} ahead of ${other}`,
    }
  return {
    todo: session && `${lengthOf(session)} passes ${name ?? "the athlete ahead"}`,
    points: sentence(behind(points, name)),
  }
}

/** "One 30-minute run", "A one-hour ride" */
function lengthOf({ minutes, kind }: NonNullable<Gap["session"]>): string {
  const noun = called[kind] ?? kindWords[kind].noun.toLowerCase()
  return `${minutes === 60 ? "A one-hour" : `One ${minutes}-minute`} ${noun}`
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}
