import { renderToString } from "react-dom/server"
import { createRoutesStub } from "react-router"
import { expect, test } from "vitest"
import { List } from "./list.tsx"

function shown(filter: object, more: { views?: string[]; noMatch?: string } = {}): string {
  const address = { filter, page: 1, sort: null, columns: null, dropped: [] }
  const Stub = createRoutesStub([
    {
      path: "/",
      Component: () => (
        <List
          name="things"
          columns={[]}
          rows={[]}
          total={0}
          idOf={() => ""}
          address={address}
          empty="Nothing yet."
          {...more}
        />
      ),
    },
  ])
  return renderToString(<Stub />)
}

test("An empty list shows whether there is nothing at all or no row matches the filter", () => {
  expect(shown({})).toContain("Nothing yet.")
  expect(shown({ view: "waiting" }, { views: ["view"] })).toContain("Nothing yet.")
  for (const html of [
    shown({ athlete: "Ada" }),
    shown({ view: "waiting", kind: "run" }, { views: ["view"] }),
  ]) {
    expect(html).toContain("Nothing matches this filter.")
    expect(html).not.toContain("Nothing yet.")
  }
  expect(shown({ q: "Ada" }, { noMatch: "Nobody matches." })).toContain("Nobody matches.")
})
