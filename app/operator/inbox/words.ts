/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "The message is gone: it was erased or its time had run out.",
  unchanged: "It is decided like that already.",
  quarantined: "It is marked as spam. Take it into review first.",
  already_sent: "This answer was sent already.",
  changed: "Somebody decided since. This is how it stands now.",
  already_undone: "This was taken back already.",
  not_undoable: "This cannot be taken back.",
  unknown_entry: "There is no such entry.",
}
