/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "This spot is gone.",
  no_spot: "This person has no spot: they wait, or gave it up. Add them as somebody who came without one.",
  unchanged: "It is like that already.",
  full: "There is no room for more guests. Change how many can come first.",
  on_list: "Somebody with this address is on the list already.",
  called_off: "This session was called off.",
  too_few: "More people than that have a spot already.",
  past: "That is in the past.",
  nobody: "Nobody of this session has an address to write to.",
  exists: "This event has a session on that day already.",
  already_undone: "This was taken back already.",
  not_undoable: "This cannot be taken back.",
}
