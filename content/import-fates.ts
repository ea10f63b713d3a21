/** The outcomes of the lines of a subscriber file, in the order in which they are reported. */
export const importFates = {
  added: "added, with the proof of their consent",
  already: "on the list already",
  repeated: "more than once in the file: the first line counts",
  pending: "asked to join here and has not confirmed: not added",
  unsubscribed: "left the list: never put back",
  suppressed: "bounced or complained: never emailed again",
} as const

/** Why a line of a subscriber file cannot be used. */
export const badLines = {
  no_address: "no email address",
  no_proof: "no proof of consent: needs the day, the source and the words",
  no_day: "the day of consent is not a past date; write it as 2026-05-01",
} as const
