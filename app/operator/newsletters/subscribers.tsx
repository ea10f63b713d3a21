import { useLoaderData } from "react-router"
import { z } from "zod"
import { lists } from "#content/lists.ts"
import { subscriptionStates } from "#domain/leads/newsletter/subscribers.ts"
import {
  suppressFromConsole,
  unsuppressFromConsole,
} from "#domain/operator/newsletters/subscriber-commands.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { pageSize } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns, readSubscribers, readSubscribersAddress } from "./subscriber-columns.ts"
import { newsletterTabs } from "./tabs.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/newsletters")
  const address = readSubscribersAddress(args.request)
  const window = { limit: pageSize, offset: (address.page - 1) * pageSize }
  return { address, ...(await readSubscribers(world, address, window)) }
}

const address = z.email().max(254)

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const form = await args.request.formData()
  const text = (name: string) => String(form.get(name) ?? "").trim()
  const email = address.safeParse(text("email"))
  if (!email.success) return { ok: false, text: "Enter a valid email address." } satisfies Answer
  const stops = text("do") === "suppress"
  const done = stops
    ? await suppressFromConsole(world, operator, {
        email: email.data,
        reason: "operator",
        note: text("note").slice(0, 300),
      })
    : await unsuppressFromConsole(world, operator, email.data)
  if (!done.ok) return refused(done.code, words, args.request)
  return {
    ok: true,
    text: stops ? `${email.data} gets no newsletter anymore.` : `${email.data} may sign up again.`,
  } satisfies Answer
}

export default function Subscribers() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  return (
    <Page title="Subscribers" text="Who is on which list, and where they last told us.">
      <Answered />
      <Tabs label="Views" tabs={newsletterTabs("/newsletters/subscribers")} />
      <Filters
        fields={[
          { name: "who", label: "Email or name", shortcut: "/" },
          {
            name: "list",
            label: "List",
            options: [["", "All"], ...lists.map(({ id, name }) => [id, name] as const)],
          },
          {
            name: "state",
            label: "State",
            options: [["", "All"], ...subscriptionStates.map((one) => [one, one] as const)],
          },
          {
            name: "bounced",
            label: "Bounces",
            options: [
              ["", "All"],
              ["yes", "Bounced lately"],
            ],
          },
        ]}
      />
      <List
        name="subscribers"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => row.id}
        linkOf={(row) => `/people?q=${encodeURIComponent(row.email)}`}
        address={address}
        csv="/newsletters/subscribers.csv"
        empty="Nobody yet. People sign up through the site’s forms, or you import them with proof of consent."
      />
      <Panel title="One address" className="mt-8 max-w-3xl">
        <PressForm className="grid gap-3 text-small">
          <Line label="Email address" type="email" name="email" required maxLength={254} />
          <Line label="Why, for the other operators" type="text" name="note" maxLength={300} />
          <div className="flex flex-wrap gap-2">
            <Button type="submit" name="do" value="suppress" look="quiet">
              Never email it again
            </Button>
            <Button type="submit" name="do" value="unsuppress" look="quiet">
              Let it sign up again
            </Button>
          </div>
        </PressForm>
      </Panel>
    </Page>
  )
}
