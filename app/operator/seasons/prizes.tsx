import { useLoaderData } from "react-router"
import { countOf } from "#content/amounts.ts"
import { shipPrize } from "#domain/operator/prizes.ts"
import { Button } from "../../ui/button.tsx"
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
  const trackingOf = (id: number) =>
    String(form.get(`tracking-${id}`) ?? "")
      .trim()
      .slice(0, 100) || null
  if (form.get("ship") === "all") return shipAll(args, form, trackingOf)
  const id = Number(form.get("ship"))
  const tracking = trackingOf(id)
  const done = await shipPrize(world, operator, { prizeId: Number.isSafeInteger(id) ? id : 0, tracking })
  if (!done.ok) return refused(done.code, words, args.request)
  return {
    ok: true,
    text: `The prize of ${done.athlete} is marked as shipped. The winner gets an email.`,
  } satisfies Answer
}

/** Every prize beside which a number was typed; each is a command of its own. */
async function shipAll(args: RouteArgs, form: FormData, trackingOf: (id: number) => string | null) {
  const { world, operator } = enter(args, "/seasons")
  const ids = [...form.keys()].flatMap((name) => /^tracking-(\d{1,12})$/.exec(name)?.[1] ?? [])
  const wanted = ids.map(Number).filter((id) => trackingOf(id) !== null)
  if (wanted.length === 0)
    return { ok: false, text: "Type the tracking numbers first. Nothing was marked." } satisfies Answer
  let refusal: string | undefined
  let shipped = 0
  for (const prizeId of wanted) {
    const done = await shipPrize(world, operator, { prizeId, tracking: trackingOf(prizeId) })
    if (done.ok || done.code === "already_done") shipped++
    else refusal = done.code
  }
  if (refusal) {
    const why = words[refusal] ?? refusal
    return {
      ok: false,
      text: `${shipped} of ${wanted.length} are marked as shipped. ${why}`,
    } satisfies Answer
  }
  return {
    ok: true,
    text: `${countOf(shipped, "prize")} ${shipped === 1 ? "is" : "are"} marked as shipped. Each winner gets an email.`,
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
        foot={
          rows.filter(({ status }) => status === "ready").length > 1 && (
            <div className="mt-4">
              <Button type="submit" name="ship" value="all">
                Mark all with a number as shipped
              </Button>
            </div>
          )
        }
        empty="No prizes yet. Prizes are awarded when a season closes."
      />
    </Page>
  )
}
