/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "This spot is gone.",
  no_spot: "This person has no spot: they are in line or gave it up. Add them as a walk-in.",
  here: "They are checked in. Undo the check-in first.",
  unchanged: "It is already like that.",
  full: "There is no room for more guests. Raise the capacity first.",
  on_list: "Someone with this address is already on the list.",
  called_off: "This session was canceled.",
  too_few: "More people than that already have a spot.",
  changed: "Someone else has moved or canceled it since. Nothing was done.",
  past: "That is in the past.",
  nobody: "Nobody in this session has an email address.",
  exists: "This event already has a session on that day.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
}
