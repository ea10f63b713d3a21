import { kindWords } from "#content/activity-kinds.ts"
import type { ScoreLine } from "#domain/competition/scoring/score.ts"

/** "41 min walking at 0.5" -> "41 min walk, half points": shortens a stored reason for a board. */
export function shortLine({ kind, text }: ScoreLine): string {
  const { noun, doing } = kind ? kindWords[kind] : { noun: "", doing: "" }
  const named = doing && noun !== doing ? text.replace(doing, noun.toLowerCase()) : text
  return named
    .replace(/ at 0\.5\b/, ", half points")
    .replace(/ at 0\.(\d)\b/, ", $10% points")
    .replace(" (less beyond the first hour)", ", fewer points after the first hour")
    .replace(/ \(half beyond (\d+) points\)/, ", half credit past $1 points")
}
