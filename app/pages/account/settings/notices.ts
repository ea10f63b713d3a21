/** What a member can be notified of by mail. */
export const notices = [
  { name: "passed", label: "Someone passes me on the board" },
  {
    name: "seasonEnds",
    label:
      "A race I am in: when I am halfway to finishing it or one day short, in its last two days, and when the winners are known",
  },
  { name: "prizeWaits", label: "A prize is waiting for me" },
] as const
