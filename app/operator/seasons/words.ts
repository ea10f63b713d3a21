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
  nobody: "Nobody holds a prize of this season.",
}
