import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"
import { Queries } from "./queries.tsx"

afterEach(() => vi.unstubAllGlobals())

function rendered(): QueryClient {
  const seen: QueryClient[] = []
  function Page() {
    seen.push(useQueryClient())
    return null
  }
  renderToStaticMarkup(
    <Queries>
      <Page />
    </Queries>,
  )
  return seen[0] as QueryClient
}

test("each render on the server has a client of its own", () => {
  expect(rendered()).not.toBe(rendered())
})

test("the pages of a document share one client", () => {
  vi.stubGlobal("document", {})
  expect(rendered()).toBe(rendered())
})
