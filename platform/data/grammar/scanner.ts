import { DataError } from "../errors.ts"

/** A step into a json column: `->key`, `->>key` or `->0`. */
interface JsonStep {
  arrow: "->" | "->>"
  key: string
  isIndex: boolean
}

/** A column, with an optional path into its json. */
export interface Field {
  name: string
  path: readonly JsonStep[]
}

const quoted = /"((?:[^"\\]|\\[\s\S])*)"/y
const plain = /(?:[\p{L}\p{N}_ $]|-(?!>))+/uy
const arrow = /->>?/y
const index = /-?\d{1,9}(?=$|[-:.,)])/y
const jsonKey = /[^(\-:.,>)"]+/y

/** Reads one parameter from left to right. Throws PGRST100 for a syntax error. */
export class Scanner {
  readonly text: string
  at = 0
  readonly #what: string

  constructor(text: string, what: string) {
    this.text = text
    this.#what = what
  }

  get done(): boolean {
    return this.at >= this.text.length
  }

  peek(word: string): boolean {
    return this.text.startsWith(word, this.at)
  }

  /** Consumes `word` if it is next. */
  take(word: string): boolean {
    if (!this.peek(word)) return false
    this.at += word.length
    return true
  }

  expect(word: string): void {
    if (!this.take(word)) this.fail()
  }

  /** The match of a sticky pattern at this position, or null. */
  match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at
    const found = pattern.exec(this.text)
    if (found) this.at += found[0].length
    return found
  }

  /** The text matched by a sticky pattern at this position, or an empty string. */
  matched(pattern: RegExp): string {
    return this.match(pattern)?.[0] ?? ""
  }

  /** A quoted string without its quotes, or null. */
  quoted(): string | null {
    const found = this.match(quoted)
    return found ? (found[1] ?? "").replace(/\\([\s\S])/g, "$1") : null
  }

  /** A name: quoted, or consisting of letters, digits, spaces, `_`, `$` and `-`. */
  name(): string {
    const inQuotes = this.quoted()
    if (inQuotes !== null) return inQuotes
    const start = this.at
    const name = this.match(plain)?.[0].trim()
    if (!name) {
      this.at = start
      this.fail()
    }
    return name
  }

  field(): Field {
    return { name: this.name(), path: this.jsonPath() }
  }

  jsonPath(): JsonStep[] {
    const steps: JsonStep[] = []
    for (;;) {
      const [sign] = this.match(arrow) ?? []
      if (sign === undefined) return steps
      const number = this.match(index)?.[0]
      const key = number ?? this.quoted() ?? this.match(jsonKey)?.[0]
      if (key === undefined) this.fail()
      steps.push({ arrow: sign as JsonStep["arrow"], key, isIndex: number !== undefined })
    }
  }

  /** Reports a syntax error at this position. */
  fail(): never {
    const next = this.text[this.at]
    throw new DataError(
      400,
      "PGRST100",
      `"failed to parse ${this.#what} (${this.text})" (line 1, column ${this.at + 1})`,
      { details: next === undefined ? "unexpected end of input" : `unexpected ${JSON.stringify(next)}` },
    )
  }
}
