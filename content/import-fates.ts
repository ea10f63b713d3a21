/** What becomes of the lines of a file of subscribers, in the order in which they are told. */
export const importFates = {
  added: "added, with the proof of their consent",
  already: "on the list already",
  repeated: "more than once in the file: the first line counts",
  pending: "asked for it here and have not confirmed: not added",
  unsubscribed: "left the list: never put back",
  suppressed: "bounced or complained: never written to again",
} as const

/** Why a line of a file of subscribers cannot be used. */
export const badLines = {
  no_address: "no mail address",
  no_proof: "no proof of consent: day, source and words are needed",
  no_day: "the day of consent is none, or not over yet; write it as 2026-05-01",
} as const
