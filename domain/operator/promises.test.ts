import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { promises } from "./promises.ts"

const root = join(import.meta.dirname, "../..")

/** Phrases that promise something to whoever reads them. */
const promising =
  /\bwe(?:’ll|\s+will)\b|\b(?:until|once)\s+we\s+have\b|\bwe\s+(?:reply|read\s+(?:every\s+application|your|it))\b|\bwill\s+reply\b|\ba\s+person\s+(?:takes|looks|will)\b|\btake\s+another\s+look\b|\bbeing\s+checked\b|\bwe\s+are\s+(?:still\s+)?(?:checking|choosing)\b/gi

/** What members, visitors and buyers may read, without comments, each with its path. */
const texts = globSync(["content/**/*.ts", "app/**/*.{ts,tsx}", "domain/**/*.ts", "server/**/*.ts"], {
  cwd: root,
})
  .filter((path) => !/\.test\.|^(app|domain)\/operator\//.test(path))
  .map((path) => {
    const code = readFileSync(join(root, path), "utf8").replace(/\/\*.*?\*\/|(?<!:)\/\/[^\n]*/gs, "")
    return { path, text: code.replace(/\s+/g, " ") }
  })

/** Where a declared promise stands in a text, as [from, to]. */
const standing = (text: string) =>
  promises.flatMap(({ says }) => {
    const found: [number, number][] = []
    for (let at = text.indexOf(says); at >= 0; at = text.indexOf(says, at + 1))
      found.push([at, at + says.length])
    return found
  })

test("every promise to a reader is declared, with the way it is kept", () => {
  const undeclared = texts.flatMap(({ path, text }) => {
    const declared = standing(text)
    return [...text.matchAll(promising)]
      .filter(({ index }) => !declared.some(([from, to]) => from <= index && index < to))
      .map(({ index }) => `${path}: ${text.slice(Math.max(0, index - 40), index + 80)}`)
  })
  expect(undeclared).toEqual([])
})

describe("each declared promise", () => {
  test.each(promises)("$says", ({ says }) => {
    expect(texts.some(({ text }) => text.includes(says))).toBe(true)
  })
})
