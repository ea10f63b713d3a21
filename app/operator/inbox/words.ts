/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "The message is gone: it was erased or it expired.",
  unchanged: "That is already the decision.",
  quarantined: "It is marked as spam. Move it to review first.",
  past: "That is in the past.",
  too_far: "At most 90 days from now.",
  not_theirs: "This person cannot read the inbox.",
  incomplete: "Write a title and a text.",
  already_sent: "This reply was already sent.",
  changed: "Someone else has decided in the meantime. Here is how it stands now.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
}
