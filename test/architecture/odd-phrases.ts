/**
 * Phrases that read oddly or are not American English, in text that people read: pages, content, mails, refusals and
 * the console. Add every phrase that a reader stumbles over. Spelling alone is checked by cspell.
 */
interface WordRule {
  found: RegExp
  instead: string
}

export const wordRules: readonly WordRule[] = [
  // One name per thing: docs/words.md.
  { found: /\be-mails?\b/i, instead: "email" },
  { found: /\b(?<![/@."-])(mails?|mailed)\b(?!\/| --)/i, instead: "email" },
  { found: /\bphotographs?\b/i, instead: "photo" },
  { found: /\bfortnights?\b/i, instead: "two weeks" },
  { found: /\b(prize|fortnightly) seasons?\b/i, instead: "two-week race" },
  { found: /\b(call|called|calling) (it |this |\w+ session )?off\b/i, instead: "cancel" },
  { found: /\b(take|taken|took) ((it|this|all of it|the last \w+) )?back\b/i, instead: "undo" },
  { found: /\bsecond factors?\b/i, instead: "two-step sign-in" },
  // Word for word from another language.
  { found: /\bthis one has (been|another)\b/i, instead: "is over, has a new" },
  { found: /\b(come|came) about\b/i, instead: "are earned, began" },
  { found: /\bare told by\b/i, instead: "hear by" },
  { found: /\bfiles of your (watch|phone)\b/i, instead: "files from your watch" },
  { found: /\bwho follows you, and how many are they\b/i, instead: "how many people follow you" },
  { found: /\bwhat the board did\b/i, instead: "what moved on the board" },
  { found: /^None yet\b/, instead: "say of what there is none, and what to do about it" },
  { found: /\bsay that it is your first\b/i, instead: "tell us it is your first" },
  { found: /\ba copy is on its way\b/i, instead: "say it on the page only" },
  { found: /\bone more button\b/i, instead: "say what to press" },
  { found: /\bone (more )?press\b/i, instead: "say what to do" },
  { found: /\byou get this (email )?because\b/i, instead: "you are getting this" },
  { found: /\bnobody has points\b/i, instead: "no points yet" },
  { found: /\b(waits|wait) to be\b/i, instead: "waiting to be" },
  { found: /\bwaits for\b/i, instead: "is waiting for" },
  { found: /\b(sent|made|changed|delivered|undone|decided) already\b/i, instead: "already sent" },
  { found: /\bit is like that already\b/i, instead: "it is already like that" },
  {
    found: /\b(comes?|opens?|tried|closes?|follows?|sent) (again )?by (itself|themselves)\b/i,
    instead: "automatically",
  },
  { found: /\b(of this|of the) month payment\b|\bpayment of this month\b/i, instead: "this month's payment" },
  { found: /\bis it you who\b/i, instead: "is this you" },
  { found: /\bsomebody who waits\b/i, instead: "someone in line" },
  { found: /\breasons? stands?\b/i, instead: "see why below" },
  { found: /\bgoes on (renewing|and charges)\b/i, instead: "continues" },
  { found: /\bnobody runs alone\b/i, instead: "nobody gets left" },
  { found: /\bif need be\b/i, instead: "or" },
  { found: /\bgives? (one|it) up when\b/i, instead: "when one opens up" },
  { found: /\bmoves somebody\b/i, instead: "say what changes on the board" },
  { found: /\bit is refused: it\b/i, instead: "say who refused" },
  { found: /\braces? of teams\b/i, instead: "team race" },
  { found: /\b(on|of) a full (\w+ )?morning\b/i, instead: "say how many came" },
  { found: /\bbeside (your|their) own (last|past)\b/i, instead: "compared with" },
  { found: /\bwhere there is one\b/i, instead: "if there is another moderator" },
  { found: /\bof equal (points|totals|values|ones)\b/i, instead: "ties go to" },
  { found: /(^|\. )Of each (day|week)\b/, instead: "each day, the best of each week" },
  { found: /\bof the group have\b/i, instead: "in this group have" },
  // Officialese and filler.
  { found: /\bplease be (advised|informed)\b/i, instead: "say it" },
  { found: /\b(in order to|due to the fact that|at this point in time)\b/i, instead: "to, because, now" },
  { found: /\b(leverage|utilize|seamless(ly)?|cutting-edge|game-changing)\b/i, instead: "a plain word" },
  { found: /\bclick here\b/i, instead: "name what the link leads to" },
  { found: /\boops,|\bwhoops\b/i, instead: "say what happened" },
  { found: /\bsimply (click|press|enter|choose)\b/i, instead: "leave out simply" },
  { found: /\b(sign|log) ?in to your account to sign in\b/i, instead: "once" },
  // American English.
  { found: /\b(whilst|amongst|learnt|spelt|fortnightly basis)\b/i, instead: "American English" },
  { found: /\b(afterwards|towards|backwards)\b/i, instead: "afterward, toward, backward" },
  {
    found: /\b(cancelled|cancelling|programme|(this|last|next|in) autumn|tick (the|a) box)\b/i,
    instead: "canceled, program, fall, check",
  },
  { found: /\bany more(?=[.,;"'`<]|$)/i, instead: "anymore" },
  { found: /\bhave a look\b/i, instead: "take a look" },
  { found: /\bother way round\b|\bwalk round\b/i, instead: "around" },
  {
    found: /\b(start numbers?|set-up|half past \w+|log book|physiotherapist)\b/i,
    instead: "race bib, setup, 7:30, logbook, physical therapist",
  },
]

/** Sentences quoted from the specification are kept word for word. */
const quoted = [
  /Prizes may change; winners are told by e-mail or direct message/g,
  /Payment Cancelled/g,
  /check the confirmation e-mail/g,
]

/** The listed phrases that a text contains, except in sentences of the specification. */
export function oddPhrases(text: string): { phrase: string; instead: string }[] {
  const rest = quoted.reduce((left, sentence) => left.replace(sentence, ""), text)
  return wordRules.flatMap(({ found, instead }) => {
    const phrase = found.exec(rest)?.[0]
    return phrase === undefined ? [] : [{ phrase, instead }]
  })
}
