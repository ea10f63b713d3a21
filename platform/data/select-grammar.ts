import { DataError } from "./errors.ts"

/** An embedded relation as the caller wrote it: `...alias:name!hint!inner(embeds)`. */
export interface Embed {
  name: string
  alias: string | null
  /** Between exclamation marks: a foreign key, a column, a join table, `inner` or `left`. */
  hints: string[]
  spread: boolean
  embeds: Embed[]
}

const identifier = String.raw`(?:"(?:[^"\\]|\\.)*"|[^"\s.,:!()](?:[^".,:!()]*[^"\s.,:!()])?)`
const head = new RegExp(
  String.raw`^\s*(\.\.\.)?\s*(?:(${identifier})\s*:)?\s*(${identifier})((?:!${identifier})*)\s*$`,
  "u",
)
const aggregate = /(^|[:.])\s*(count|sum|avg|min|max)\s*$/
/** PostgREST has no limit; statements with more joins than this take PostgreSQL longer to plan than to run. */
const depthLimit = 20

/**
 * The embeds of a `select` parameter; columns, casts and aggregates are lite's to judge. Throws PGRST100 for what
 * stands outside the grammar (https://docs.postgrest.org/en/stable/references/api/resource_embedding.html).
 */
export function parseEmbeds(select: string): Embed[] {
  let at = 0

  function items(depth: number): Embed[] {
    if (depth > depthLimit) throw outsideGrammar(select, at)
    const found: Embed[] = []
    for (;;) {
      const start = at
      skipToDelimiter()
      const text = select.slice(start, at)
      if (select[at] === "(") {
        at++
        const embeds = items(depth + 1)
        if (select[at] !== ")") throw outsideGrammar(select, at)
        const body = select.slice(start + text.length + 1, at)
        at++
        skipToDelimiter()
        if (select[at] === "(") throw outsideGrammar(select, at)
        if (body.trim() !== "" || !aggregate.test(text)) found.push(embedOf(text, embeds))
      }
      if (select[at] !== ",") return found
      at++
    }
  }

  function embedOf(text: string, embeds: Embed[]): Embed {
    const [all, dots, alias, name = "", hints = ""] = head.exec(text) ?? []
    if (all === undefined || (dots && alias !== undefined)) throw outsideGrammar(select, at)
    return {
      name: unquoted(name),
      alias: alias === undefined ? null : unquoted(alias),
      hints: (hints.match(new RegExp(identifier, "gu")) ?? []).map(unquoted),
      spread: dots !== undefined,
      embeds,
    }
  }

  function skipToDelimiter(): void {
    for (; at < select.length && !",()".includes(select[at] as string); at++) {
      if (select[at] !== '"') continue
      for (at++; at < select.length && select[at] !== '"'; at++) if (select[at] === "\\") at++
    }
  }

  const found = items(0)
  if (at < select.length) throw outsideGrammar(select, at)
  return found
}

function outsideGrammar(select: string, at: number): DataError {
  const next = select[at] === undefined ? "end of input" : `'${select[at]}'`
  return new DataError(
    400,
    "PGRST100",
    `"failed to parse select parameter (${select})" (line 1, column ${at + 1})`,
    {
      details: `unexpected ${next}`,
    },
  )
}

function unquoted(text: string): string {
  const inner = /^"([\s\S]*)"$/.exec(text)?.[1]
  return inner === undefined ? text : inner.replace(/\\([\s\S])/g, "$1")
}
