import { data, redirect, useLoaderData } from "react-router"
import { endView, viewAs } from "#domain/operator/people/view-as.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { enter, type RouteArgs } from "../enter.ts"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { personId } from "./person-id.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const id = personId(args)
  const found = await viewAs(world, operator, id)
  if (!found) throw data(null, { status: 404 })
  const account = await world.accounts.find(world.db, id)
  return {
    name: account?.fullName ?? account?.email ?? "this member",
    until: momentInWords(found.until),
    // Values as text, as in responses to the member's own requests.
    view: JSON.parse(JSON.stringify(found.view)) as typeof found.view,
  }
}

/** The only form of this page ends it: a member is viewed, never acted for. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const id = personId(args)
  await endView(world, operator, id)
  return redirect(`/people/${id}`)
}

export default function ViewAs() {
  const { name, until, view } = useLoaderData<typeof loader>()
  return (
    <Page title={`As ${name}`}>
      <PressForm className="field-volt sticky top-0 z-10 mb-5 flex flex-wrap items-center justify-between gap-3 px-4 py-2">
        <p className="font-semibold">{`You see what ${name} sees, until ${until}. Nothing can be changed here.`}</p>
        <Button type="submit" look="quiet" data-key="x" data-says="Stop viewing">
          Stop
        </Button>
      </PressForm>
      <div className="grid gap-5">
        <Rows title="Membership" rows={view.athlete ? [view.athlete] : []} none="Not in the competition." />
        <Rows title="My activities" rows={view.activities} none="No activities." />
        <Rows title="My prizes" rows={view.prizes} none="No prizes." />
        <Rows title="My orders" rows={view.orders} none="No orders." />
        <Rows title="My spots" rows={view.spots} none="No spots." />
        <Rows title="Imports" rows={view.imports} none="No imports." />
      </div>
    </Page>
  )
}

function Rows({
  title,
  rows,
  none,
}: {
  title: string
  rows: readonly Record<string, unknown>[]
  none: string
}) {
  const columns = Object.keys(rows[0] ?? {})
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <p className="text-small text-muted">{none}</p>
      ) : (
        <div className="overflow-x-auto">
          <table className="figures w-full text-small">
            <thead>
              <tr>
                {columns.map((name) => (
                  <th key={name} scope="col" className="pr-5 text-left font-semibold text-muted">
                    {name.replaceAll("_", " ")}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={JSON.stringify(row)} className="border-t border-line">
                  {columns.map((name) => (
                    <td key={name} className="py-1 pr-5">
                      {row[name] === null ? "–" : String(row[name])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Panel>
  )
}
