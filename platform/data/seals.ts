import { randomBytes } from "node:crypto"

/**
 * lite guesses at values: `eq.1e5` becomes 100000, `eq.null` becomes NULL, 9007199254740993 loses its last digit,
 * a JSON string is parsed again. A sealed value is a word that it passes through untouched; just before a
 * statement is sent the seal is opened and PostgreSQL reads the very text that the caller wrote.
 * On the way back the same is done for numbers that JavaScript would round and for strings out of json columns.
 * Seals carry a random word made anew per instance and never sent, so no caller can forge one.
 */
export interface Seals {
  /** Any text, as one word of letters and digits. */
  seal(text: string): string
  /** A JSON text parsed; numbers that JavaScript would round become marked strings, which `digitsOf` reads. */
  parseJson(text: string): unknown
  /** A parsed JSON value written again with every digit it came with. */
  writeJson(value: unknown): string
  /** The digits of a marked number, else null. */
  digitsOf(value: string): string | null
  /** A number as PostgreSQL prints it: a JavaScript number when that is exact, else marked. NaN and Infinity stay text, as in to_json. */
  numberFromDatabase(text: string): number | string
  /** A json or jsonb value as PostgreSQL prints it. */
  jsonFromDatabase(text: string): unknown
  /** How many values from the database were marked so far. While this stays the same a good answer holds no mark. */
  marked(): number
  /** Opens the seals of one statement parameter. */
  open(value: unknown): unknown
  /** Removes every mark from a finished JSON or CSV body: marked numbers become bare numbers. */
  openBody(body: Uint8Array): Uint8Array
}

/** Digits that every JavaScript number keeps (IEEE 754 double, DBL_DIG). */
const exactDigits = 15
/** Cheap test whether a JSON text may hold a number that needs a mark. */
const suspicious = /[\d.eE+-]{16}|\d[eE][+-]?\d{3}/

export function createSeals(): Seals {
  const word = randomBytes(16).toString("hex")
  const [sealMark, numberMark, textMark] = [`s${word}z`, `n${word}z`, `t${word}z`]
  const sealed = new RegExp(`${sealMark}([0-9a-f]*)z`, "g")
  // Quotes may be escaped: the number can stand in a JSON text within a JSON string.
  const quotedNumber = new RegExp(`\\\\*"${numberMark}([^"\\\\]+)\\\\*"`, "g")
  const anyMark = new RegExp(`${numberMark}|${textMark}`, "g")
  const needle = Buffer.from(word)

  let count = 0
  const mark = (kind: string, text: string) => {
    count++
    return kind + text
  }

  const clean = (text: string) =>
    text
      .replace(sealed, (_all, hex: string) => Buffer.from(hex, "hex").toString("utf8"))
      .replace(quotedNumber, "$1")
      .replace(anyMark, "")

  function revive(_key: string, value: unknown, context?: { source?: string }): unknown {
    const source = context?.source
    return typeof value === "number" && source !== undefined && !isExact(value, source)
      ? mark(numberMark, source)
      : value
  }

  function open(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(open)
    return typeof value === "string" && value.includes(word) ? clean(value) : value
  }

  const parseJson = (text: string): unknown =>
    suspicious.test(text) ? JSON.parse(text, revive) : JSON.parse(text)

  return {
    seal: (text) => `${sealMark}${Buffer.from(text, "utf8").toString("hex")}z`,
    parseJson,
    writeJson: (value) => clean(JSON.stringify(value)),
    digitsOf: (value) => (value.startsWith(numberMark) ? value.slice(numberMark.length) : null),
    numberFromDatabase(text) {
      const value = Number(text)
      if (isExact(value, text)) return value
      return /^-?\d[\d.eE+-]*$/.test(text) ? mark(numberMark, text) : text
    },
    jsonFromDatabase(text) {
      const value = parseJson(text)
      const looksLikeJson = typeof value === "string" && /^\s*["[{\d\-tfn]/.test(value)
      return looksLikeJson && !value.startsWith(numberMark) ? mark(textMark, value) : value
    },
    marked: () => count,
    open,
    openBody(body) {
      const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
      return bytes.includes(needle) ? Buffer.from(clean(bytes.toString("utf8"))) : body
    },
  }
}

function isExact(value: number, source: string): boolean {
  return Number.isFinite(value) && source.replace(/\D/g, "").length <= exactDigits
}
