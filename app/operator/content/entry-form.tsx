import { useRef } from "react"
import { useNavigation } from "react-router"
import type { Control } from "#content/words/kind.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { useLook } from "../frame/use-look.ts"
import { ControlField } from "./control-field.tsx"

/**
 * The form of one entry, driven by its kind's declaration. The preview beside it follows what is typed; without scripts it
 * shows what was saved.
 */
export function EntryForm({
  kind,
  values,
  problems,
  version,
  hasDefault,
  onPage,
}: {
  kind: { one: string; controls: readonly Control[] }
  values: Record<string, unknown>
  problems: Record<string, string>
  version: number
  hasDefault: boolean
  onPage(html: string): void
}) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useNavigation().state !== "idle"
  const pictures = kind.controls.filter(({ as }) => as === "picture").map(({ name }) => name)
  const follow = useLook(form, onPage, pictures)
  return (
    <Panel title="Words">
      <PressForm
        ref={form}
        key={version}
        encType="multipart/form-data"
        onChange={follow}
        className="grid gap-4 text-small"
      >
        <input type="hidden" name="version" value={version} />
        {kind.controls.map((control) => (
          <ControlField
            key={control.name}
            control={control}
            value={values[control.name]}
            problem={problems[control.name]}
          />
        ))}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value="publish" disabled={sending}>
            Publish
          </Button>
          {version === 0 && !hasDefault && (
            <Button type="submit" name="do" value="draft" look="quiet" disabled={sending}>
              Save as a draft
            </Button>
          )}
          {version > 0 && (
            <Button type="submit" name="do" value="take-back" look="quiet" disabled={sending}>
              {hasDefault ? "Take every change back" : "Delete it"}
            </Button>
          )}
        </div>
      </PressForm>
    </Panel>
  )
}
