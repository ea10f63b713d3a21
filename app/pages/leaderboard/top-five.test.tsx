import { renderToString } from "react-dom/server"
import { expect, test } from "vitest"
import { TopFive } from "./top-five.tsx"

const rest = { days: [], today: "2026-11-23" }

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
