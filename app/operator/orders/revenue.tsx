import { useLoaderData } from "react-router"
import { grouped, inDollars } from "#content/amounts.ts"
import { revenueByMonth } from "#domain/shop/order-page.ts"
import { dateFormat } from "#primitives/date-format.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { orderTabs } from "./tabs.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/orders")
  const months = Map.groupBy(await revenueByMonth(world.db), ({ month }) => month)
  return [...months].map(([month, products]) => ({
    month: monthInWords(month),
    // Test orders move no money.
    netCents: products
      .filter(({ test }) => !test)
      .reduce((sum, one) => sum + one.grossCents - one.refundedCents, 0),
    products,
  }))
}

const monthAndYear = dateFormat({ month: "long", year: "numeric" })

function monthInWords(month: string): string {
  return monthAndYear(new Date(`${month}-01T00:00:00Z`), "UTC")
}

/** Revenue by month and product. */
export default function RevenuePage() {
  const months = useLoaderData<typeof loader>()
  return (
    <Page
      title="Revenue"
      text="By month of payment, including tax; refunds count in the month of the order. Test orders are marked and not added up."
      action={
        months.length > 0 && (
          <a
            className="inline-flex min-h-11 items-center text-small"
            href="/operator/orders/revenue.csv"
            download
          >
            Download as CSV
          </a>
        )
      }
    >
      <Tabs label="Views" tabs={orderTabs("/orders/revenue")} />
      {months.length === 0 && (
        <p className="border border-line bg-raised px-5 py-10 text-center text-muted">
          No sales yet. The first payment starts the first month.
        </p>
      )}
      {months.map(({ month, netCents, products }) => (
        <section key={month} aria-label={month} className="mb-8">
          <h2 className="mb-2 flex items-baseline justify-between border-b border-line pb-2">
            <span className="display text-card">{month}</span>
            <span className="figures font-semibold">{inDollars(netCents)}</span>
          </h2>
          <ul className="grid gap-2 text-small">
            {products.map((one) => (
              <li
                key={`${one.name} ${one.test}`}
                className="grid grid-cols-[auto_1fr_auto] gap-x-4 md:grid-cols-[minmax(0,1fr)_5rem_8rem_7rem]"
              >
                <span className="font-semibold max-md:col-span-3">
                  {one.test ? `${one.name} (test)` : one.name}
                </span>
                <span className="figures text-muted md:text-right">{`${grouped(one.orders)} ×`}</span>
                <span className="figures text-muted md:text-right">
                  {one.refundedCents > 0 ? `${inDollars(one.refundedCents)} back` : ""}
                </span>
                <span className="figures text-right">{inDollars(one.grossCents)}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Page>
  )
}
