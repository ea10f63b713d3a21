import { Button } from "../../ui/button.tsx"
import { Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface ClosePanelProps {
  season: { slug: string; status: string }
  expected: {
    winners: { place: number; title: string; team: string | null; athlete: string }[]
    /** `why` in words. */
    passedOver: { rank: number; athlete: string; why: string }[]
  }
}

/**
 * The expected result of closing now, and the form that closes; for a settled season, the athletes who were passed
 * over.
 */
export function ClosePanel({ season, expected }: ClosePanelProps) {
  const settled = season.status === "settled"
  const early = season.status !== "closing"
  return (
    <Panel title={settled ? "Passed over" : "If it closed now (a dry run)"}>
      {!settled && (
        <ol className="grid gap-1 text-small">
          {expected.winners.map((one) => (
            <li key={one.place}>
              <span className="figures font-bold">{one.team ?? one.place}</span>{" "}
              {`${one.athlete}: ${one.title}`}
            </li>
          ))}
          {expected.winners.length === 0 && <li className="text-muted">Nobody would win a prize.</li>}
        </ol>
      )}
      {expected.passedOver.length > 0 && (
        <ul className="mt-3 grid gap-1 text-small">
          {expected.passedOver.map((one) => (
            <li
              key={one.rank + one.athlete}
            >{`Passed over: ${one.athlete} (rank ${one.rank}), ${one.why}`}</li>
          ))}
        </ul>
      )}
      {!settled && (
        <PressForm className="mt-4 grid gap-2 text-small">
          <p>
            {early
              ? "It closes automatically once its grace period has ended. If you close it now, activities that arrive later no longer count. "
              : ""}
            Closing makes the table final. Prizes are awarded after the winners’ check. It cannot be undone.
          </p>
          {early && <input type="hidden" name="early" value="yes" />}
          <Line
            label={`Type ${season.slug} to confirm`}
            type="text"
            name="typed"
            required
            autoComplete="off"
            className="min-h-11"
          />
          <Button type="submit" name="do" value="close" look="quiet">
            {early ? "Close the season early" : "Close the season"}
          </Button>
        </PressForm>
      )}
    </Panel>
  )
}
