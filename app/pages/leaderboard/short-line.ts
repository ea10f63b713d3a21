import { kindWords } from "#content/activity-kinds.ts"
import type { ScoreLine } from "#domain/competition/scoring/score.ts"

/** "41 min walking at 0.5" -> "41 min walk, counts half": a reason as it is stored, in the words of a board. */
export function shortLine({ kind, text }: ScoreLine): string {
  const { noun, doing } = kind ? kindWords[kind] : { noun: "", doing: "" }
  const named = doing && noun !== doing ? text.replace(doing, noun.toLowerCase()) : text
  return named
    .replace(/ at 0\.5\b/, ", counts half")
    .replace(/ at (0\.\d+)/, ", counts $1")
    .replace(" (less beyond the first hour)", ", less after an hour")
    .replace(/ \(half beyond (\d+) points\)/, ", half after $1 points")
}
