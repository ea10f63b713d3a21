import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { TopFive } from "./top-five.tsx"

const rest = { days: [], today: "2026-11-23" }

test("A board that has begun without points shows the open first place and the pace to compare with", () => {
  const begun = { days: ["2026-11-21", "2026-11-22", "2026-11-23", "2026-11-24"], today: "2026-11-23" }
  const empty = renderToString(
    <TopFive view={{ rows: [], total: 0, updatedAt: null, state: "" }} {...begun} />,
  )
  expect(empty).toContain("First place is open")
  expect(empty).toContain("Pace to compare with")
})

test("An empty board says how to be the first; its space is reserved only until it is known", () => {
  const empty = renderToString(
    <TopFive view={{ rows: [], total: 0, updatedAt: null, state: "" }} {...rest} />,
  )
  expect(empty).toContain("No points yet.")
  expect(empty).not.toContain("min-h-")
  const unknown = renderToString(<TopFive view={null} {...rest} />)
  expect(unknown).toContain("min-h-")
  expect(unknown).not.toContain("No points yet.")
})
