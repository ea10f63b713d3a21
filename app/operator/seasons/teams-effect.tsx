import { grouped } from "#content/amounts.ts"
import type { TeamInNumbers } from "#domain/competition/teams/by-hand.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import type { Typed } from "./team-forms.tsx"

/** What a command would do, before it is given. */
export interface Shown {
  what: string
  fields: Typed
  before: readonly TeamInNumbers[]
  after: readonly TeamInNumbers[]
}

const buttons: Record<string, string> = { move: "Move the athlete", end: "End the team" }

/** The teams that a command would change, with its button. */
export function Effect({ what, fields, before, after }: Shown) {
  const numbers = [...new Set([...before, ...after].map(({ number }) => number))].sort((a, b) => a - b)
  const changed = numbers
    .map((number) => ({
      number,
      was: before.find((one) => one.number === number),
      is: after.find((one) => one.number === number),
    }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is))
  return (
    <Panel title="What would change" className="mb-5 max-w-3xl print:hidden">
      <div className="overflow-x-auto">
        <table className="w-full text-left text-small">
          <thead className="text-muted">
            <tr>
              <th scope="col" className="py-2 pr-4 font-normal">
                Team
              </th>
              {["Members", "Points in the draw", "Total", "Place"].map((title) => (
                <th key={title} scope="col" className="py-2 pl-4 text-right font-normal">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {changed.map(({ number, was, is }) => (
              <tr key={number} className="border-t border-line">
                <th scope="row" className="py-2 pr-4 font-normal wrap-anywhere">
                  {`${number} ${is?.name ?? was?.name}`}
                </th>
                {columns.map((column) => (
                  <td key={column} className="figures py-2 pl-4 text-right whitespace-nowrap">
                    {change(was?.[column], is?.[column])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-3 max-w-[62ch] text-small text-muted">
        Totals do not change at once: each day counts for the team in which it was trained. From then on, the
        days of a member count for the new team.
      </p>
      <PressForm className="mt-3">
        {Object.entries(fields).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit" name="do" value={what}>
          {buttons[what] ?? "Do it"}
        </Button>
      </PressForm>
    </Panel>
  )
}

const columns = ["members", "drawPoints", "total", "place"] as const

function change(was: number | null | undefined, is: number | null | undefined): string {
  const [from, to] = [was, is].map((value) => (value == null ? "–" : grouped(value)))
  return from === to ? `${to}` : `${from} → ${to}`
}
