import { useLoaderData } from "react-router"
import { fulfillOrder } from "#domain/operator/orders/order-commands.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { useSent } from "../frame/use-sent.ts"
import { windowOf } from "../list/address.ts"
import { answerBulk } from "../list/answer-bulk.ts"
import { BulkPreview } from "../list/bulk-preview.tsx"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { UndoBatch } from "../list/undo-batch.tsx"
import { columns } from "./columns.ts"
import { readOrderRows, readOrders, readOrdersAddress } from "./query.ts"
import { fulfillmentWords, stateWords } from "./rows.ts"
import { orderTabs } from "./tabs.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/orders")
  const address = readOrdersAddress(args.request)
  return { ...(await readOrderRows(world, address, windowOf(address))), address }
}

/** Fulfillment of many orders. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/orders")
  const address = readOrdersAddress(args.request)
  return answerBulk(await args.request.formData(), {
    world,
    operator,
    commands: bulkCommands,
    rows: "orders",
    read: async (window) => (await readOrders(world, address, window)).rows,
    run: (id, fulfillment, { batch, dryRun }) =>
      fulfillOrder(world, operator, { id, fulfillment, batch, dryRun }),
  })
}

const bulkCommands = fulfillments.map((name) => ({ name, label: fulfillmentWords[name] }))

export default function Orders() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  return (
    <Page title="Orders" text="Purchases, gifts and prize shipping, newest first.">
      <Answered />
      {sent && "batch" in sent && sent.batch && <UndoBatch batch={sent.batch} />}
      <Tabs label="Views" tabs={orderTabs("/orders")} />
      {sent && "preview" in sent && sent.preview ? (
        <BulkPreview {...sent.preview} words={words} />
      ) : (
        <>
          <Filters
            fields={[
              { name: "search", label: "Email, name or order number", shortcut: "/" },
              {
                name: "state",
                label: "State",
                options: [["", "Ever paid"], ...Object.entries(stateWords), ["all", "All"]],
              },
              {
                name: "fulfillment",
                label: "Delivery",
                options: [["", "All"], ...Object.entries(fulfillmentWords)],
              },
              {
                name: "kind",
                label: "What",
                options: [
                  ["", "All"],
                  ["service", "Services"],
                  ["donation", "Gifts"],
                  ["shipping", "Shipping of prizes"],
                ],
              },
            ]}
          />
          <List
            name="orders"
            columns={columns}
            rows={rows}
            total={total}
            idOf={(row) => row.id}
            linkOf={(row) => `/orders/${row.id}`}
            address={address}
            csv="/orders.csv"
            bulk={bulkCommands}
            empty="No orders yet. An order appears here once someone pays; unpaid ones are under All."
          />
        </>
      )}
    </Page>
  )
}
