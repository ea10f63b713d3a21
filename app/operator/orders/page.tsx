import { useActionData, useLoaderData } from "react-router"
import { bulk, mostInBulk } from "#domain/operator/bulk.ts"
import { fulfillOrder } from "#domain/operator/orders/order-commands.ts"
import { undoBatch } from "#domain/operator/undo.ts"
import { fulfillments } from "#domain/shop/fulfillment.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { pageSize } from "../list/address.ts"
import { BulkPreview } from "../list/bulk-preview.tsx"
import { everyPage } from "../list/every-page.ts"
import { Filters } from "../list/filters.tsx"
import { List } from "../list/list.tsx"
import { UndoBatch } from "../review/undo-batch.tsx"
import { columns } from "./columns.ts"
import { readOrders, readOrdersAddress } from "./query.ts"
import { fulfillmentWords, stateWords, toRow } from "./rows.ts"
import { orderTabs } from "./tabs.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/orders")
  const address = readOrdersAddress(args.request)
  const { rows, total } = await readOrders(world, address, {
    limit: pageSize,
    offset: (address.page - 1) * pageSize,
  })
  return { rows: rows.map(toRow), total, address }
}

/** Delivery of many orders: the first time answered with what would happen, confirmed with what did. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/orders")
  const form = await args.request.formData()
  const undone = form.get("undo-batch")
  if (typeof undone === "string") {
    const { undone: count, refused } = await undoBatch(world, operator, undone)
    return { ok: true, text: `${count} taken back${refused ? `, ${refused} were changed since` : ""}.` }
  }
  const name = fulfillments.find((one) => one === form.get("bulk"))
  if (!name) return { ok: false, text: "Choose what to do." }
  const all = form.get("all") === "yes"
  const ids = all ? await idsThatMatch(args) : form.getAll("id").filter((id) => typeof id === "string")
  if (ids.length === 0) return { ok: false, text: "Select orders first, or all that match." }
  if (ids.length > mostInBulk)
    return {
      ok: false,
      text: `${ids.length} match; at most ${mostInBulk} can be changed at once. Narrow the filter.`,
    }
  const confirmed = form.get("confirmed") === "yes"
  const { batch, ...findings } = await bulk(ids, (id, batch) =>
    fulfillOrder(world, operator, { id, fulfillment: name, batch, dryRun: !confirmed }),
  )
  const label = fulfillmentWords[name]
  if (!confirmed) return { preview: { label, command: name, reason: "", ids: all ? null : ids, findings } }
  return { ok: true, text: `${label}: ${findings.possible} of ${findings.matched}.`, batch }
}

/** The filter of the address is evaluated again, so that only what matches now is touched. */
async function idsThatMatch(args: RouteArgs): Promise<string[]> {
  const { world } = enter(args, "/orders")
  const address = readOrdersAddress(args.request)
  const ids: string[] = []
  for await (const { id } of everyPage(async (window) => (await readOrders(world, address, window)).rows)) {
    ids.push(id)
    if (ids.length > mostInBulk) break
  }
  return ids
}

const bulkCommands = fulfillments.map((name) => ({ name, label: fulfillmentWords[name] }))

export default function Orders() {
  const { rows, total, address } = useLoaderData<typeof loader>()
  const sent = useActionData<typeof action>()
  return (
    <Page title="Orders" text="Purchases, gifts and the shipping of prizes, the newest first.">
      <Answered />
      {sent && "batch" in sent && sent.batch && <UndoBatch batch={sent.batch} />}
      <Tabs label="Views" tabs={orderTabs("/orders")} />
      {sent && "preview" in sent && sent.preview ? (
        <BulkPreview {...sent.preview} words={words} />
      ) : (
        <>
          <Filters
            fields={[
              { name: "search", label: "Mail, name or order number", shortcut: "/" },
              {
                name: "state",
                label: "State",
                options: [["", "Paid once"], ...Object.entries(stateWords), ["all", "All"]],
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
            empty="No order matches. An order appears here once somebody pays; pending ones are under All."
          />
        </>
      )}
    </Page>
  )
}
