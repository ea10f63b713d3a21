import { countOf, grouped } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { Area } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"

interface CodesPanelProps {
  codes: { gift: string | null; codes: number; given: number }
  /** What was typed and not saved. */
  typed: { gift: string; codes: string } | null
}

/** A sponsor's codes for the finishers of a season, one for each. */
export function CodesPanel({ codes: { gift, codes, given }, typed }: CodesPanelProps) {
  return (
    <Panel title="Codes for finishers">
      <p className="text-small">
        {codes === 0
          ? "None. With codes of a sponsor, each finisher gets one when the winners are known."
          : `${gift}. ${countOf(codes, "code")}, ${grouped(given)} given, ${grouped(codes - given)} left.`}
      </p>
      <details className="mt-3 text-small" open={typed !== null}>
        <summary className="min-h-11 cursor-pointer py-2 text-muted">Add codes</summary>
        <PressForm key={`${codes}`} className="grid gap-3">
          <Text
            label="What each gives, such as 20% at Northline"
            name="gift"
            value={typed?.gift ?? gift ?? ""}
            most={120}
          />
          <Area
            label="Codes, one per line. A code that was given stays with its athlete."
            name="codes"
            rows={5}
            defaultValue={typed?.codes ?? ""}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
          />
          <Button type="submit" name="do" value="codes" className="justify-self-start">
            Add the codes
          </Button>
        </PressForm>
      </details>
    </Panel>
  )
}
