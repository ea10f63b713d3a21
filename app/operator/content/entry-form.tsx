import { useEffect, useRef } from "react"
import { useFetcher, useNavigation } from "react-router"
import type { Control } from "#content/words/kind.ts"
import { Button } from "../../ui/button.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { ControlField } from "./control-field.tsx"

/** The delay after the last keystroke before the preview is made again. */
const pauseMs = 500

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
  const look = useFetcher<{ html?: string }>()
  const sending = useNavigation().state !== "idle"
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined)
  const html = look.data?.html
  // biome-ignore lint/correctness/useExhaustiveDependencies: the page is passed on once, when it arrives
  useEffect(() => {
    if (html) onPage(html)
  }, [html])
  const follow = () => {
    clearTimeout(pause.current)
    pause.current = setTimeout(() => {
      if (!form.current) return
      const typed = new FormData(form.current)
      for (const { name, as } of kind.controls) if (as === "picture") typed.delete(name)
      typed.set("do", "look")
      void look.submit(typed, { method: "post", encType: "multipart/form-data" })
    }, pauseMs)
  }
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
