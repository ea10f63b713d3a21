import { useLoaderData } from "react-router"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"
import { windowOf } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns } from "./columns.tsx"
import { readPeople, readPeopleAddress } from "./query.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/people")
  const address = readPeopleAddress(args.request)
  return { ...(await readPeople(world, address, windowOf(address))), address }
}

export default function People() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  return (
    <Page
      title="People"
      text="Accounts, and people who wrote, bought, reserved a spot or subscribed without one."
    >
      <Filters
        fields={[
          { name: "q", label: "Name or email", shortcut: "/" },
          {
            name: "kind",
            label: "Who",
            options: [
              ["", "Everybody"],
              ["account", "With an account"],
              ["athlete", "Athletes"],
              ["operator", "Operators"],
              ["guest", "Without an account"],
            ],
          },
        ]}
      />
      <List
        name="people"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => row.userId ?? row.email}
        address={address}
        csv="/people.csv"
        empty="Nobody yet."
        noMatch="Nobody matches. Part of a name or an address is enough."
      />
    </Page>
  )
}
