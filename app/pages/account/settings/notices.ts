/** What a member can be told of by mail. */
export const notices = [
  { name: "passed", label: "Someone passes me on the board" },
  {
    name: "seasonEnds",
    label:
      "A race I am in: half-way to a finisher and one day short of it, in its last two days, and when its winners are known",
  },
  { name: "prizeWaits", label: "A prize is waiting for me" },
] as const
