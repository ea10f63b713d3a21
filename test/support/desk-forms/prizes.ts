/** The forms of the commands about prizes. */

import { prize } from "./closed-season.ts"
import { made, type Sent } from "./desks.ts"

export const prizesForms: readonly Sent[] = [
  {
    command: "prize.ship",
    form: async () => [`/seasons/prizes/${await prize("claimed")}`, "Mark as shipped", { tracking: "1Z-1" }],
  },
  {
    command: "prize.tracking",
    form: async () => [
      `/seasons/prizes/${await prize("shipped")}`,
      "Correct it",
      { tracking: `1Z-${++made.n}` },
    ],
  },
  {
    command: "prize.extend",
    form: async () => [`/seasons/prizes/${await prize("awarded")}`, "Set the day", { until: "2026-12-20" }],
  },
  {
    command: "prize.address",
    form: async () => [
      `/seasons/prizes/${await prize("claimed")}`,
      "Correct the address",
      { line1: `${++made.n} Main St` },
    ],
  },
  {
    command: "prize.decline",
    form: async () => [
      `/seasons/prizes/${await prize("awarded")}`,
      "Pass it on",
      { reason: "I have no use for it.", sure: "yes" },
    ],
  },
]
