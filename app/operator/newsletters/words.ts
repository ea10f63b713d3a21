/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "There is no such issue.",
  too_late: "It is already being sent or has been sent.",
  not_scheduled: "It is a draft, so there is nothing to stop.",
  not_sent: "It is still being sent.",
  nothing: "No email has failed or is in doubt.",
  not_sending: "It is not being sent.",
  not_paused: "It is not paused.",
  not_published: "None of its emails were sent, so it is not in the archive.",
  unchanged: "It is already like that.",
  not_suppressed: "This address is not blocked.",
  places_needed: "Enter how many people on the waitlist get it.",
  places_not_for_newsletters: "A newsletter goes to all its readers; leave the places empty.",
  unknown_list: "There is no such list.",
  only_for_sponsors:
    "The email about a sponsor is made on the page of its race, and goes to those who asked for it alone.",
  written_before: "The email about this race was written before: there is one for each.",
  archived: "Its list is no longer on the site, so it can go to nobody. Choose another list.",
  untested: "You have changed it since the last test. Send a test and look at it first.",
  nobody: "Nobody is on this list yet.",
  past: "That time is in the past. Choose a later one.",
  no_picture: "We could not read this picture. Send a JPEG, PNG, WebP or HEIC of at most 50 megapixels.",
  no_description: "Describe the picture for people who cannot see it.",
  not_a_newsletter: "People can be imported into newsletters only, because a waitlist has an order.",
  no_column: "The first line must name the columns, one of them email.",
  empty: "There are no lines below the first.",
  too_many: "This is too many lines for one import.",
  nobody_to_add: "Nobody would be added.",
  changed: "Someone has changed it since, so it cannot be undone.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
}

/** The state of an issue, as the desk says it. */
export const issueStateWords: Record<string, string> = {
  draft: "Draft",
  scheduled: "Scheduled",
  sending: "Being sent",
  paused: "Paused",
  sent: "Sent",
  cancelled: "Stopped",
}

/** The state of one email of an issue. */
export const deliveryWords: Record<string, string> = {
  queued: "Waiting",
  sending: "Being sent",
  sent: "Sent",
  failed: "Failed",
  unknown: "May have arrived",
  skipped: "Left out",
}
