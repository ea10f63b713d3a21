/** One statement of a migration file. */
export interface Statement {
  /** As written, without the closing semicolon. */
  text: string
  /** Without comments and with single spaces outside literals: equal for equivalent statements. */
  canonical: string
}

/**
 * Splits SQL at the semicolons that end statements: not at those inside quotes, comments, dollar-quoted
 * bodies or `begin atomic ... end` bodies. Lexical rules: PostgreSQL manual, 4.1 Lexical Structure.
 */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let canonical = ""
  let depth = 0
  let lastWord = ""
  const close = (end: number) => {
    const text = sql.slice(start, end).trim()
    const meaning = canonical.trim()
    if (meaning !== "") statements.push({ text, canonical: meaning })
    start = end + 1
    canonical = ""
    depth = 0
    lastWord = ""
  }
  for (const token of tokens(sql)) {
    if (token.kind === "space" || token.kind === "comment") {
      if (canonical !== "" && !canonical.endsWith(" ")) canonical += " "
      continue
    }
    const word = token.kind === "word" ? token.text.toLowerCase() : ""
    if (word === "atomic" && lastWord === "begin") depth++
    else if (depth > 0 && word === "case") depth++
    else if (depth > 0 && word === "end") depth--
    if (token.text === ";" && depth === 0) {
      close(token.at)
      continue
    }
    if (word) lastWord = word
    canonical += token.text
  }
  close(sql.length)
  return statements
}

interface Token {
  kind: "space" | "comment" | "literal" | "word" | "other"
  text: string
  at: number
}

const patterns: [Token["kind"], RegExp][] = [
  ["space", /\s+/y],
  ["comment", /--[^\n]*/y],
  ["literal", /[eE]'(?:[^'\\]|\\[\s\S]|'')*'/y],
  ["literal", /'(?:[^']|'')*'/y],
  ["literal", /"(?:[^"]|"")*"/y],
  ["literal", /\$([A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$[\s\S]*?\$\1\$/y],
  ["word", /[A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/y],
  ["other", /[\s\S]/y],
]

function* tokens(sql: string): Generator<Token> {
  let at = 0
  while (at < sql.length) {
    const token = sql.startsWith("/*", at) ? blockComment(sql, at) : match(sql, at)
    yield token
    at += token.text.length
  }
}

function match(sql: string, at: number): Token {
  for (const [kind, pattern] of patterns) {
    pattern.lastIndex = at
    const found = pattern.exec(sql)
    if (!found) continue
    // `\1` is empty for an untagged body, so `$$` closes it.
    return { kind, text: found[0], at }
  }
  throw new Error(`No token at ${at}`)
}

/** Block comments nest in PostgreSQL. */
function blockComment(sql: string, at: number): Token {
  let depth = 0
  let end = at
  do {
    if (sql.startsWith("/*", end)) {
      depth++
      end += 2
    } else if (sql.startsWith("*/", end)) {
      depth--
      end += 2
    } else end++
  } while (depth > 0 && end < sql.length)
  return { kind: "comment", text: sql.slice(at, end), at }
}
