import type { Answers, LeadForm } from "#content/form-types.ts"

export interface SpamScore {
  score: number
  reasons: string[]
}

/** A submission with this score or more is quarantined (domain/leads/quarantine.ts). */
export const spamFrom = 5

const link = /\b(?:https?:\/\/|www\.)\S+/gi
const markup = /<a\s|\[url[=\]]|\[link[=\]]/i
const sold =
  /\b(viagra|cialis|casino|betting|backlinks?|seo (?:services?|expert|packages?)|guest posts?|crypto (?:invest\w*|trading)|forex|payday loans?|escorts?|rank (?:your (?:site|website) )?on google)\b/gi

interface Signs {
  /** The value of the honeypot field, which people do not see. */
  trap: string
  /** Submitted faster than a person types. Browser autofill does that too, so this never suffices on its own. */
  tooFast: boolean
}

/**
 * Scores how likely a submission is to be advertising. Links count in fields that do not ask for them: one is normal
 * (people show their work), and each additional one adds two points. Fields for URLs and handles are ignored.
 */
export function scoreAnswers(form: LeadForm, answers: Answers, { trap, tooFast }: Signs): SpamScore {
  const texts = form.fields
    .filter(({ kind, name }) => ["text", "name", "textarea"].includes(kind) && name !== "socials")
    .map(({ name }) => answers[name])
    .filter((value) => typeof value === "string")
  const all = texts.join("\n")
  const links = all.match(link)?.length ?? 0
  const reasons: [points: number, reason: string][] = []
  if (trap !== "") reasons.push([10, "filled in a field that people do not see"])
  if (links > 1) reasons.push([(links - 1) * 2, `${links} links where none was asked for`])
  if (markup.test(all)) reasons.push([5, "markup for links"])
  const words = new Set((all.match(sold) ?? []).map((word) => word.toLowerCase()))
  if (words.size > 0) reasons.push([words.size * 3, `words of advertisements: ${[...words].join(", ")}`])
  const names = texts.filter((text) => /^\s*(?:https?:\/\/|www\.)\S+\s*$/i.test(text)).length
  if (names > 0) reasons.push([3, "a link instead of an answer"])
  if (tooFast) reasons.push([3, "sent sooner than a person types"])
  return {
    score: reasons.reduce((sum, [points]) => sum + points, 0),
    reasons: reasons.map(([, reason]) => reason),
  }
}
