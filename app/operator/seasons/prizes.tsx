import { useLoaderData } from "react-router"
import { shipPrize } from "#domain/operator/prizes.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { pageSize } from "../list/address.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { columns } from "./prize-columns.tsx"
import { readPrizeAddress, readPrizes } from "./prize-query.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const address = readPrizeAddress(args.request)
  const window = { limit: pageSize, offset: (address.page - 1) * pageSize }
  return { ...(await readPrizes(world, address, window)), address }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const form = await args.request.formData()
  const id = Number(form.get("ship"))
  const tracking =
    String(form.get(`tracking-${id}`) ?? "")
      .trim()
      .slice(0, 100) || null
  const done = await shipPrize(world, operator, { prizeId: Number.isSafeInteger(id) ? id : 0, tracking })
  if (!done.ok) return refused(done.code, words, args.request)
  return {
    ok: true,
    text: `The prize of ${done.athlete} is marked as shipped. The winner gets an email.`,
  } satisfies Answer
}

export default function Prizes() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Prizes"
      text="From award to package. Marking a prize as shipped emails the winner the tracking number. Open one to correct it, to give more time, or to pass it on."
    >
      <Answered />
      <Filters
        kept={address.filter.season ? { season: address.filter.season } : {}}
        fields={[
          {
            name: "status",
            label: "State",
            options: [
              ["", "All"],
              ["ready", "Ready to ship"],
              ["unpaid", "Shipping not paid"],
              ["awarded", "Not claimed yet"],
              ["shipped", "Shipped"],
            ],
          },
        ]}
      />
      <List
        name="prizes"
        columns={columns}
        rows={rows}
        total={total}
        idOf={(row) => String(row.id)}
        linkOf={(row) => `/seasons/prizes/${row.id}`}
        address={address}
        csv="/seasons/prizes.csv"
        views={["season"]}
        empty="No prizes yet. Prizes are awarded when a season closes."
      />
    </Page>
  )
}
