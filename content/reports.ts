/** Why something can be reported: what the member reads, and the clause of the terms on which a decision rests. */
export const reportReasons = {
  spam: { label: "Spam or advertising", rule: "Terms of use, “How we moderate”: spam and advertising" },
  insult: {
    label: "Insult, threat or harassment",
    rule: "Terms of use, “How we moderate”: insults, threats and harassment",
  },
  "private-data": {
    label: "Somebody’s private data",
    rule: "Terms of use, “How we moderate”: private data of others",
  },
  "dangerous-advice": {
    label: "Dangerous advice",
    rule: "Terms of use, “How we moderate”: advice that endangers people",
  },
  illegal: { label: "Against the law", rule: "Terms of use, “How we moderate”: content that breaks the law" },
  other: { label: "Something else", rule: "Terms of use, “How we moderate”: other breaches of these terms" },
} as const

export type ReportReason = keyof typeof reportReasons

export function isReportReason(value: unknown): value is ReportReason {
  return typeof value === "string" && Object.hasOwn(reportReasons, value)
}

/** Characters. */
export const reportLimits = { note: 4_000, statement: 2_000, objection: 2_000 } as const

/** Reports that one member can send in a day. */
export const reportsADay = 20

/** Months in which the person concerned can object to a decision. */
export const objectionMonths = 6

/** Hours until a moderator has had a first look; threats come first. */
export const firstLookHours = 24

/** What a report can be about. */
export type ReportSubject = "athlete" | "photo" | "comment" | "page"

/** What a decision to hide does, in a sentence for the person concerned. */
export const hiddenInWords: Record<ReportSubject, string> = {
  athlete:
    "Your name, your photo and your competition page are hidden from other members and visitors, everywhere on this site. Your points, ranks and prizes stay.",
  photo: "Your photo is hidden from other members and visitors, everywhere on this site.",
  comment: "A comment of yours is hidden from everybody but you.",
  page: "The page was changed or removed.",
}
