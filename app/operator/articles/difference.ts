import { diffWordsWithSpace } from "diff"
import type { Draft } from "#domain/publishing/articles/article.ts"
import { labels } from "./article-form.ts"

/** A piece of a text that stayed, came or went. */
interface Piece {
  text: string
  change: "same" | "new" | "gone"
}

/** Comparing two very different texts word by word would take seconds; beyond this, one replaces the other. */
const withinMs = 1_000
/** Unchanged text between two changes, beyond which it is left out. */
const context = 240

/** What two versions of an article differ in, field by field; only those that differ. */
export function differences(before: Draft, after: Draft): { label: string; pieces: Piece[] }[] {
  return Object.entries(labels).flatMap(([field, label]) => {
    const [old, now] = [inWords(before[field]), inWords(after[field])]
    return old === now ? [] : [{ label, pieces: shortened(piecesOf(old, now)) }]
  })
}

function piecesOf(old: string, now: string): Piece[] {
  const parts = diffWordsWithSpace(old, now, { timeout: withinMs }) ?? [
    { value: old, removed: true, added: false },
    { value: now, removed: false, added: true },
  ]
  return parts
    .filter(({ value }) => value !== "")
    .map(({ value, added, removed }) => ({
      text: value,
      change: added ? ("new" as const) : removed ? ("gone" as const) : ("same" as const),
    }))
}

function shortened(pieces: readonly Piece[]): Piece[] {
  return pieces.map((piece, index) => {
    if (piece.change !== "same" || piece.text.length <= context) return piece
    const head = index === 0 ? "" : piece.text.slice(0, context / 2)
    const tail = index === pieces.length - 1 ? "" : piece.text.slice(-context / 2)
    return { ...piece, text: `${head} … ${tail}`.trim() }
  })
}

function inWords(value: unknown): string {
  if (value === undefined || value === null) return ""
  if (Array.isArray(value)) return value.join(", ")
  if (typeof value === "object") return String((value as { alt?: unknown }).alt ?? "")
  return String(value)
}
