/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  unknown_activity: "The activity is gone: the athlete removed it or left.",
  recused: "Someone else has to decide this: it is about you, your household, or a place of yours.",
  nobody_else:
    "This is about you, your household, or a place of yours, so you cannot decide it, and there is no other operator who could. It waits until there is one: an owner can give another person a role on the People desk.",
  changed: "Someone has decided since you opened it, or the activity changed. Here is how it stands now.",
  unchanged: "That is already the decision.",
  claimed: "Another operator is looking at it right now.",
  no_objection: "There is no open objection to it.",
  no_text: "Write the reply first. The athlete will read it.",
  stays_out:
    "Even counted, the rules would leave it out, or a part of it. Decline the other recording first, or leave it as it is and say why.",
  own_decision: "The athlete objects to your own decision, so another operator replies.",
  unknown_photo: "The photo is gone: its owner has removed or replaced it.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_entry: "There is no such entry.",
}
