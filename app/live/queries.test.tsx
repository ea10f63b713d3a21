import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { afterEach, expect, test, vi } from "vitest"
import { Queries } from "./queries.tsx"

afterEach(() => vi.unstubAllGlobals())

function rendered(owner?: string): QueryClient {
  const seen: QueryClient[] = []
  function Page() {
    seen.push(useQueryClient())
    return null
  }
  renderToStaticMarkup(
    <Queries {...(owner ? { owner } : {})}>
      <Page />
    </Queries>,
  )
  return seen[0] as QueryClient
}

test("each render on the server has its own client", () => {
  expect(rendered()).not.toBe(rendered())
})

test("the pages of a document share one client", () => {
  vi.stubGlobal("document", {})
  expect(rendered()).toBe(rendered())
})

test("the next account signed in on the same document sees nothing of the previous one", () => {
  vi.stubGlobal("document", {})
  const passkeys = ["account", "passkeys"]
  rendered("ana").setQueryData(passkeys, ["Ana's phone"])
  expect(rendered().getQueryData(passkeys)).toEqual(["Ana's phone"])
  expect(rendered("ana").getQueryData(passkeys)).toEqual(["Ana's phone"])
  expect(rendered("ben").getQueryData(passkeys)).toBeUndefined()
})
