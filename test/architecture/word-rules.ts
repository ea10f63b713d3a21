import { oddPhrases, wordRules } from "./odd-phrases.ts"
import { type Sentence, sentencesOf } from "./sentences.ts"

/** Files whose text people read; the auth service's messages are Supabase's own. */
const isRead = (path: string): boolean =>
  /^(app\/.*\.tsx?|content\/.*\.(tsx?|md)|domain\/.*\.ts|platform\/auth\/mails\/.*\.ts|server\/(commands\/.*|http\/((functions|guard|endpoints|operator)\/.*|plain-page|errors)|process\/notes)\.?.*\.?ts)$/.test(
    path,
  ) && !/\.test\.tsx?$/.test(path)

/** One line for each phrase of the list in a sentence that people read. */
export function wordViolations(path: string, text: string): string[] {
  if (!isRead(path)) return []
  // Most files contain none of them anywhere; only the others are parsed.
  const plain = text.replace(/\s+/g, " ")
  if (!wordRules.some(({ found }) => new RegExp(found.source.replace(/^\^/, ""), found.flags).test(plain)))
    return []
  return sentencesOf(path, text).flatMap(({ line, text: sentence }: Sentence) =>
    oddPhrases(sentence).map(({ phrase, instead }) => `${path}:${line} "${phrase}": ${instead}`),
  )
}
