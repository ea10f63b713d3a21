import { useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { eraseAddress } from "#domain/operator/people/erase-address.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { addressData } from "../context.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { windowOf } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns } from "./columns.tsx"
import { readPeople, readPeopleAddress } from "./query.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/people")
  const address = readPeopleAddress(args.request)
  return { ...(await readPeople(world, address, windowOf(address))), address }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const { request, context } = args
  const email = String((await request.formData()).get("email") ?? "").trim()
  const erased = await eraseAddress(world, operator, { email, kept: context.get(addressData) })
  if (!erased.ok) return refused(erased.code, words, request)
  const text = `Everything kept about ${email} is erased: ${countOf(erased.rows, "entry", "entries")}.`
  return { ok: true, text } satisfies Answer
}

export default function People() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  return (
    <Page
      title="People"
      text="Accounts, and people who wrote, bought, reserved a spot or subscribed without one."
    >
      <Answered />
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
      <Panel title="Erase somebody without an account">
        <PressForm className="flex flex-wrap items-end gap-2 text-small">
          <Line
            label="Everything kept about this address is removed: forms, subscriptions, spots, names on orders. It cannot be undone."
            type="email"
            name="email"
            required
            autoComplete="off"
            wrap="grow"
          />
          <Button type="submit" look="quiet" className="min-h-12">
            Erase the address
          </Button>
        </PressForm>
      </Panel>
    </Page>
  )
}
