/**
 * Phrases that read oddly or belong to other kinds of English, in what people read: pages, content and mails. The list
 * grows with every phrase that a reader stumbles over. Spelling alone is checked by cspell (cspell.json).
 */
interface WordRule {
  found: RegExp
  instead: string
}

const rules: readonly WordRule[] = [
  { found: /\be-mails?\b/i, instead: "email" },
  { found: /\bthis one has been\b/i, instead: "is over" },
  { found: /\bcome about\b/i, instead: "are earned" },
  { found: /\bare told by\b/i, instead: "hear by" },
  { found: /\bfiles of your (watch|phone)\b/i, instead: "files from your watch" },
  { found: /\bwho follows you, and how many are they\b/i, instead: "how many people follow you" },
  { found: /\bwhat the board did\b/i, instead: "what moved on the board" },
  { found: /["'`>]None yet\b/, instead: "say of what there is none, and what to do about it" },
  { found: /\bsay that it is your first\b/i, instead: "tell us it is your first" },
  { found: /\ba copy is on its way\b/i, instead: "say it on the page only" },
  { found: /\bone more button\b/i, instead: "say what to press" },
  { found: /\bplease be (advised|informed)\b/i, instead: "say it" },
  { found: /\b(in order to|due to the fact that|at this point in time)\b/i, instead: "to, because, now" },
  {
    found: /\b(leverage|utilize|seamless(ly)?|cutting-edge|game-changing)\b/i,
    instead: "a plain word",
  },
  { found: /\bclick here\b/i, instead: "name what the link leads to" },
  { found: /\boops,|\bwhoops\b/i, instead: "say what happened" },
  { found: /\bsimply (click|press|enter|choose)\b/i, instead: "leave out simply" },
  { found: /\b(whilst|amongst|learnt|spelt|fortnightly basis)\b/i, instead: "American English" },
  { found: /\b(sign|log) ?in to your account to sign in\b/i, instead: "once" },
]

/** Sentences that the specification quotes stand letter by letter. */
const quoted: readonly string[] = ["Prizes may change; winners are told by e-mail or direct message"]

/** Files whose text people read. */
const isRead = (path: string): boolean =>
  /^(app\/.*\.tsx?|content\/.*\.(tsx?|mdx)|domain\/.*mails?\b.*\.ts|platform\/auth\/mails\/.*\.ts|server\/(plain-page|errors)\.ts)$/.test(
    path,
  ) && !/\.test\.tsx?$/.test(path)

/** One line for each phrase of the list that a file people read contains, outside of comments. */
export function wordViolations(path: string, text: string): string[] {
  if (!isRead(path)) return []
  return text.split("\n").flatMap((line, index) => {
    if (/^\s*(\/\/|\/?\*)/.test(line) || quoted.some((sentence) => line.includes(sentence))) return []
    return rules
      .filter(({ found }) => found.test(line))
      .map(({ found, instead }) => `${path}:${index + 1} "${found.exec(line)?.[0]}": ${instead}`)
  })
}
