import { ordinal } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { Area } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** The prizes, which can be changed until the season closes. */
export function PrizesPanel({
  prizes: { titles, own, open },
}: {
  prizes: { titles: readonly string[]; own: boolean; open: boolean }
}) {
  return (
    <Panel title="Prizes">
      <ol className="grid gap-1 text-small">
        {titles.map((title, index) => (
          <li key={title + String(index)} className="wrap-anywhere">
            <span className="figures font-bold">{ordinal(index + 1)}</span> {title}
          </li>
        ))}
      </ol>
      {open ? (
        <details className="mt-3 text-small">
          <summary className="min-h-11 cursor-pointer py-2 text-muted">
            {own
              ? "Set for this season. Change them"
              : "The series’ usual prizes. Change them for this season"}
          </summary>
          <PressForm key={titles.join("\n")} className="grid gap-2">
            <Area
              label="One per line, first place first. The leaderboard shows them."
              name="titles"
              rows={Math.max(4, titles.length + 1)}
              maxLength={5000}
              defaultValue={titles.join("\n")}
            />
            <div className="flex flex-wrap gap-2">
              <Button type="submit" name="do" value="prizes">
                Set the prizes
              </Button>
              {own && (
                <Button type="submit" name="do" value="series-prizes" look="quiet">
                  Use the series’ usual prizes
                </Button>
              )}
            </div>
          </PressForm>
        </details>
      ) : (
        <p className="mt-3 text-small text-muted">Recorded when the season closed.</p>
      )}
    </Panel>
  )
}
