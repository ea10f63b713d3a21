/** The desk's sentences for refusals, by code. */
export const words: Record<string, string> = {
  unknown_season: "There is no such season.",
  too_early:
    "Late activities still count until the end of the grace period. Choose to close it early if you mean it.",
  unknown_athlete: "There is no such athlete.",
  not_disqualified: "The athlete is not disqualified in this season.",
  unknown_prize: "There is no such prize.",
  not_claimed: "The winner has not entered a shipping address yet.",
  shipping_not_paid: "The winner has not paid the shipping yet.",
  too_late: "Its results are frozen: what there was to win stays as it was.",
  bad_prizes: "At most 20 prizes, each with at most 200 characters.",
  unchanged: "These are its prizes already.",
  already_sent: "This message was sent already.",
  changed: "Somebody has changed it since, so it cannot be taken back.",
  already_undone: "This was taken back already.",
  not_undoable: "This cannot be taken back.",
  nobody: "Nobody holds a prize of this season.",
}
