import { countOf, grouped } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { Choice } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"

interface SetUpPanelProps {
  finishDays: number
  /** The season before, by the number of days that is set or was typed. */
  preview: { from: string; to: string; athletes: number; finishers: number }
  /** Seasons to copy from, newest first. */
  others: readonly string[]
}

/** What can change of a season until it begins: its finishers, or all of it by a copy. */
export function SetUpPanel({ finishDays, preview, others }: SetUpPanelProps) {
  return (
    <Panel title="Before it begins">
      <PressForm key={finishDays} className="grid gap-3 text-small">
        <Text label="Active days of a finisher" name="finishDays" value={String(finishDays)} number />
        <p className="text-muted">
          {preview.athletes === 0
            ? `${preview.from} to ${preview.to}: nobody had points, so there is nothing to compare with.`
            : `${preview.from} to ${preview.to}: ${grouped(preview.finishers)} of ${countOf(preview.athletes, "athlete")} would have finished.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value="change">
            Save
          </Button>
          <Button type="submit" name="do" value="preview" look="quiet">
            Preview on last season
          </Button>
        </div>
      </PressForm>
      {others.length > 0 && (
        <PressForm className="mt-5 grid gap-3 text-small">
          <Choice label="Take over prizes, finishers and side races of" name="from">
            {others.map((slug) => (
              <option key={slug}>{slug}</option>
            ))}
          </Choice>
          <div>
            <Button type="submit" name="do" value="copy" look="quiet">
              Copy it
            </Button>
          </div>
        </PressForm>
      )}
    </Panel>
  )
}
