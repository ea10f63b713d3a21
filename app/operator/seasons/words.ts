/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  unknown_season: "There is no such season.",
  too_early:
    "Late activities still count until the end of the grace period. Choose to close it early if you mean it.",
  unknown_athlete: "There is no such athlete.",
  not_disqualified: "The athlete is not disqualified in this season.",
  unknown_prize: "There is no such prize.",
  not_claimed: "The winner has not entered a shipping address yet.",
  shipping_not_paid: "The winner has not paid for shipping yet.",
  too_late: "Its results are final, so its prizes cannot change.",
  bad_prizes: "At most 20 prizes, each with at most 200 characters.",
  unchanged: "These are already its prizes.",
  already_sent: "This message was already sent.",
  recused: "Someone else has to decide this: it is about you, your household, or a place of yours.",
  nobody_else:
    "This is about you, your household, or a place of yours, so you cannot decide it, and there is no other owner who could. The place stays open until there is one: make another person an owner on the People desk.",
  changed: "Someone has changed it since, so it cannot be undone.",
  already_undone: "This was already undone.",
  not_undoable: "This cannot be undone.",
  unknown_day: "There is no such day in this season.",
  nobody: "Nobody has a prize from this season.",
}
