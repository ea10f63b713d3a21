import { renderToStaticMarkup } from "react-dom/server"
import { MemoryRouter } from "react-router"
import { expect, test } from "vitest"
import { TeamPrize } from "./team-prize.tsx"

const race = { prize: "A shirt for the team", mostPrizes: 2 }
const rendered = (winners: Parameters<typeof TeamPrize>[0]["winners"]) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <TeamPrize race={race} winners={winners} />
    </MemoryRouter>,
  )

test("before the prize of a team is awarded, the race says how many there are", () => {
  expect(rendered([])).toContain("There are 2 at most")
})

test("an awarded prize names its winners, with a link to each, and counts those who are not shown", () => {
  const shown = rendered([
    { name: "Ada Teammate", athlete: "ada-teammate" },
    { name: null, athlete: null },
  ])
  expect(shown).toContain("2 winners:")
  expect(shown).toMatch(/<a [^>]*href="\/leaderboard\/athletes\/ada-teammate"[^>]*>Ada Teammate</)
  expect(shown).toContain("1 private athlete")
  expect(shown).not.toContain("at most")
})
