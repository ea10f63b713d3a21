/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  unknown_activity: "The activity is gone: the athlete removed it or left.",
  recused: "Someone else has to decide this: it is about you, your household, or a place of yours.",
  changed: "Someone has decided since you opened it, or the activity changed. Here is how it stands now.",
  unchanged: "That is already the decision.",
  claimed: "Another operator is looking at it right now.",
  no_appeal: "There is no open objection to it.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
}
