/** Why somebody was not blocked, in a sentence for the member. */
export const blockRefusals = {
  not_joined: "Join the competition first.",
  unknown_athlete: "There is no such athlete, or you may not see them.",
  yourself: "This is you.",
  too_many: "You have blocked as many athletes as we can store. End a block first.",
} as const
