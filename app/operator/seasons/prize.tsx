import { data, useLoaderData } from "react-router"
import { addressShape } from "#domain/competition/seasons/address.ts"
import {
  correctPrizeAddress,
  correctPrizeTracking,
  declinePrize,
  extendClaim,
  shipPrize,
} from "#domain/operator/prizes.ts"
import { pageOfPrizes } from "#domain/operator/read-seasons.ts"
import { instantOnSite } from "#domain/site-clock.ts"
import { countryChoices } from "../../pages/account/prizes/countries.ts"
import { labels } from "../../pages/account/prizes/fields.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { journalOf } from "../journal-of.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { columns } from "./prize-columns.tsx"
import { PrizeForms } from "./prize-forms.tsx"
import { toPrizeRow } from "./prize-query.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  const id = idOf(args)
  const { rows } = await pageOfPrizes(world.db, { id }, { limit: 1, offset: 0 })
  const [prize] = rows
  const lines = await journalOf(world, { subject: "prize", id: String(id) })
  // A prize that was passed on is not listed any more; its journal stays.
  if (!prize && lines.length === 0) throw data(null, { status: 404 })
  const stored = prize?.address?.country
  return {
    row: prize ? toPrizeRow(prize) : null,
    countries: countryChoices(stored ? [stored] : []),
    lines,
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const { request } = args
  const prizeId = idOf(args)
  const form = await request.formData()
  const text = (name: string, most = 1000) =>
    String(form.get(name) ?? "")
      .trim()
      .slice(0, most)
  if (form.has("undo"))
    return undoFromDesk(args, "/seasons", {
      entry: form.get("undo"),
      words,
      text: "Undone. The winner is told.",
    })
  const answer = (done: { ok: true } | { ok: false; code: string }, says: string) =>
    done.ok ? ({ ok: true, text: says } satisfies Answer) : refused(done.code, words, request)
  const wrong = (says: string): Answer => ({ ok: false, text: says })
  const what = text("do")
  if (what === "ship") {
    const tracking = text("tracking", 100) || null
    return answer(
      await shipPrize(world, operator, { prizeId, tracking }),
      "Marked as shipped. The winner gets an email.",
    )
  }
  if (what === "tracking") {
    const tracking = text("tracking", 100) || null
    const done = await correctPrizeTracking(world, operator, { prizeId, tracking })
    return answer(done, "Corrected. The winner gets an email.")
  }
  if (what === "extend") {
    const until = instantOnSite(`${text("until", 10)}T23:59`)
    if (!until) return wrong("Choose a day. Nothing was done.")
    const done = await extendClaim(world, operator, { prizeId, until })
    return answer(done, "The winner has until the end of that day, and gets an email.")
  }
  if (what === "address") {
    const read = addressShape.safeParse(Object.fromEntries(form))
    if (!read.success) {
      const [issue] = read.error.issues
      return wrong(`${labels[String(issue?.path[0])] ?? "A field"} ${issue?.message}. Nothing was done.`)
    }
    const done = await correctPrizeAddress(world, operator, { prizeId, address: read.data })
    return answer(done, "Corrected. The winner gets an email with the address.")
  }
  if (what === "decline") {
    const said = text("reason")
    if (said.length < 5) return wrong("Write what the winner wrote. They get it by email. Nothing was done.")
    if (form.get("sure") !== "yes")
      return wrong("Check the box: the next athlete is told at once. Nothing was done.")
    const done = await declinePrize(world, operator, { prizeId, text: said })
    return answer(done, "Passed on. Both the winner and the next athlete get an email.")
  }
  return wrong("Choose what to do.")
}

function idOf({ params }: RouteArgs): number {
  if (!/^[1-9]\d{0,14}$/.test(params.id ?? "")) throw data(null, { status: 404 })
  return Number(params.id)
}

export default function Prize() {
  const { row, countries, lines } = useLoaderData<typeof loader>()
  return (
    <Page
      title={row ? row.title : "A prize that was passed on"}
      text={
        row ? `${row.athlete ?? "An erased athlete"}, ${row.season}` : "It is on its way to somebody else."
      }
    >
      <Answered />
      <div className="grid gap-5 xl:grid-cols-2">
        <div className="grid content-start gap-5">
          {row && (
            <Panel title="Prize">
              <Facts
                facts={columns
                  .filter(({ id }) => id !== "title" && id !== "athlete")
                  .map((column) => [column.title, column.value(row) || "–"] as const)}
              />
            </Panel>
          )}
          <Panel title="Journal">
            <JournalLines lines={lines} />
          </Panel>
        </div>
        {row && <PrizeForms row={row} countries={countries} />}
      </div>
    </Page>
  )
}
