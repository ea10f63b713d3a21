/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  unknown_activity: "The activity is gone: its athlete removed it or left.",
  changed: "Somebody decided since you opened it, or the activity changed. This is how it stands now.",
  unchanged: "It is decided like that already.",
  claimed: "Another operator is looking at it right now.",
  no_appeal: "There is no open objection to it.",
  already_undone: "This was taken back already.",
  not_undoable: "This cannot be taken back.",
  unknown_entry: "There is no such entry.",
}
