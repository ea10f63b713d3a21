/** Draws lines evenly, so that a part of a folder stands for the whole. */
import { linesOf, type Place } from "./folders.ts"

/**
 * At most `count` lines of `places`, each a place of its own; the same ones for the same seed. Lines that hold only
 * a comment, an import or a bracket are not drawn, because nothing in them can be changed.
 */
export function drawLines(places: readonly Place[], count: number, seed: number): Place[] {
  const lines = places.flatMap(({ file, first, last }) =>
    linesOf(file)
      .slice(first - 1, last)
      .map((text, index) => ({ text, place: { file, first: first + index, last: first + index } }))
      .filter(({ text }) => mayChange(text))
      .map(({ place }) => place),
  )
  const next = random(seed)
  for (let end = lines.length - 1; end > 0; end--) {
    const other = Math.floor(next() * (end + 1))
    const [a, b] = [lines[end], lines[other]]
    if (a && b) [lines[end], lines[other]] = [b, a]
  }
  return lines.slice(0, count)
}

/** Whether a line holds anything that a mutator changes: an operator, a condition, a call or a literal. */
export function mayChange(text: string): boolean {
  const code = text.trim()
  if (code === "" || /^(\/\/|\/?\*|import\b|export (type|interface)\b|[)}\]`,;]*$)/.test(code)) return false
  return /[<>=!&|?+\-*/%]|\b(if|while|for|true|false|return)\b|\.\w+\(/.test(code)
}

/** Mulberry32: numbers from 0 up to 1 that repeat for the same seed. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
