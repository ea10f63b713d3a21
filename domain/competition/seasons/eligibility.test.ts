import { expect, test } from "vitest"
import { competition } from "#content/competitions.ts"
import { type Ineligible, ineligible } from "./eligibility.ts"
import { type SeasonRow, statusOf } from "./season.ts"

type Candidate = Parameters<typeof ineligible>[0]
const athlete: Candidate = {
  athleteId: 1,
  visibility: "public",
  club: "unknown",
  disqualified: false,
  wonBefore: false,
  demo: false,
  runsTheSite: false,
  tied: false,
}

test.each<[string, Partial<Candidate>, boolean, Ineligible | undefined]>([
  ["whoever joined", {}, true, undefined],
  ["a member of the club", { club: "member" }, true, undefined],
  ["who is not in the club", { club: "not-member" }, true, "not-a-member"],
  ["an erased account, whatever else", { athleteId: null, demo: true, disqualified: true }, true, "erased"],
  ["a sample", { demo: true }, true, "demo"],
  ["who runs the site", { runsTheSite: true }, true, "runs-the-site"],
  ["who works for the sponsor or lives with an operator", { tied: true }, false, "tied"],
  ["who is disqualified", { disqualified: true }, true, "disqualified"],
  ["who shows the name to members only", { visibility: "members" }, true, "not-public"],
  ["who hides the name", { visibility: "hidden" }, true, "not-public"],
  ["who won last time", { wonBefore: true }, true, "won-last-time"],
  ["who won last time, where that does not matter", { wonBefore: true }, false, undefined],
])("%s", (_what, changes, noBackToBack, why) =>
  expect(ineligible({ ...athlete, ...changes }, { noBackToBack })).toBe(why),
)

const season: SeasonRow = {
  id: 1,
  series: "monthly",
  slug: "monthly-2026-11",
  from: "2026-11-01",
  to: "2026-11-30",
  opensAt: new Date(1000),
  closesAt: new Date(2000),
  graceEndsAt: new Date(3000),
  closedAt: null,
  settledAt: null,
}

test.each<[number, Partial<SeasonRow>, ReturnType<typeof statusOf>]>([
  [999, {}, "upcoming"],
  [1000, {}, "open"],
  [1999, {}, "open"],
  [2000, {}, "grace"],
  [2999, {}, "grace"],
  [3000, {}, "closing"],
  [999, { closedAt: new Date(1) }, "closed"],
  [3000, { closedAt: new Date(1), settledAt: new Date(2) }, "settled"],
])("at %i with %j a season is %s", (at, changes, status) =>
  expect(statusOf({ ...season, ...changes }, new Date(at))).toBe(status),
)

test("if membership must be confirmed, an athlete who was never checked is not eligible", () => {
  const rules = competition as { membership: string }
  const { membership } = rules
  rules.membership = "confirmed"
  try {
    const why = (club: Candidate["club"]) => ineligible({ ...athlete, club }, { noBackToBack: true })
    expect([why("unknown"), why("member"), why("not-member")]).toEqual([
      "not-a-member",
      undefined,
      "not-a-member",
    ])
  } finally {
    rules.membership = membership
  }
})
