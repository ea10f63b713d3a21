/** Why an activity counts or not, as shown to its owner. States which rule applied and never accuses. */
export const reasons = {
  counted: "Counted.",
  cleared: "Reviewed and counted.",
  transition: "A transition between two legs. Kept, not scored.",
  manual: "Entered by hand. Only recorded activities count.",
  flagged: "Flagged at its source. It counts again once the flag is removed.",
  "not-public": "Not public at its source. Activities must be public to count.",
  ebike: "E-bike rides do not count in this competition.",
  virtual: "Virtual activities do not count in this competition.",
  indoor: "Indoor activities do not count in this competition.",
  "in-future": "It starts in the future, so the device’s clock was probably off.",
  "not-over": "It was sent before it ended, so a clock was probably off. Send it again once it’s over.",
  "before-joining": "It started before you joined the competition. Kept as history.",
  "too-late": "It arrived later than the rules allow. Kept as history.",
  "no-time": "It has no moving time, so there is nothing to score.",
  "moving-beyond-elapsed": "Its moving time is longer than the time from start to finish.",
  "too-long": "It is longer than this kind of activity can be.",
  "too-far": "It covers more distance than this kind of activity allows.",
  "too-fast": "It is faster than this kind of activity can be.",
  "no-distance": "It has a track and half an hour of time but no distance. Someone will take a look.",
  "unusually-fast": "It is unusually fast for this kind of activity. Someone will take a look.",
  "untyped-fast": "It is fast, and its file does not name a sport we know. Someone will take a look.",
  "unusually-slow": "It is unusually slow for this kind of activity. Someone will take a look.",
  "unusually-long": "It is unusually long. Someone will take a look.",
  "no-track": "It would be a world-class effort, and there is no track to show it. Someone will take a look.",
  "no-trace": "It is a big effort, and nothing was recorded along the way. Someone will take a look.",
  elsewhere: "Another of your recordings is from far away at about the same time. Someone will take a look.",
  "too-even":
    "Its speed hardly changes from start to finish, which is rare outdoors. Someone will take a look.",
  "unlike-its-kind":
    "Its speed, climbs or heart rate are more like another kind of activity. Someone will take a look.",
  "same-recording": "We already have a recording that looks the same. Someone will take a look.",
  "beyond-track": "Counted by its track, which is shorter than its totals.",
  overlap: "Counted, minus the minutes another of your recordings already covers.",
  duplicate: "Another of your recordings already counts for this workout.",
  declined: "Reviewed and not counted.",
} as const

export type ReasonCode = keyof typeof reasons

/** Why athletes with a winning rank got no prize, as worded on the results page. */
export const passedOverRules = {
  erased: "the account was deleted",
  demo: "sample athletes do not win",
  disqualified: "disqualified for breaking the rules",
  "not-a-member": "not a member of the activity club",
  "not-public": "not shown publicly on the boards",
  "won-last-time": "won the month before",
  "runs-the-site": "runs this site",
  tied: "works for the sponsor or lives with someone who does or who runs this site",
} as const
