/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "There is no such issue.",
  too_late: "It is already being sent or was sent.",
  not_scheduled: "It is a draft: there is nothing to stop.",
  not_sent: "It is still being sent.",
  nothing: "No mail failed or is unknown.",
  not_sending: "It is not being sent.",
  not_paused: "It is not paused.",
  places_needed: "Say how many of the waitlist get it.",
  places_not_for_newsletters: "A newsletter goes to all its readers: leave the places empty.",
  unknown_list: "There is no such list.",
  archived: "Its list is no longer on the site, so nobody may be written to. Choose another list.",
  untested: "No test of this text was sent since it was last changed. Send one and look at it first.",
  nobody: "Nobody has confirmed this list: it would go to nobody.",
  past: "That hour is over. Choose a later one.",
}
