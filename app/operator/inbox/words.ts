/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  not_found: "The message is gone: it was erased or it expired.",
  unchanged: "That is already the decision.",
  quarantined: "It is marked as spam. Move it to review first.",
  already_sent: "This reply was already sent.",
  changed: "Someone else has decided in the meantime. Here is how it stands now.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
}
