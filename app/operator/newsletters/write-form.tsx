import { useRef, useState } from "react"
import { useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Area, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { useLook } from "../frame/use-look.ts"
import { ListField } from "./list-field.tsx"

interface Written {
  id: number
  list: string
  subject: string
  preview: string
  markdown: string
  places: number | null
}

/**
 * The editor of an issue. The preview beside it follows the text; without scripts it shows the last saved version. A
 * picture is inserted at the caret as a separate paragraph, which also saves the text.
 */
export function WriteForm({
  issue,
  lists,
  onMail,
}: {
  issue: Written | null
  lists: readonly { id: string; name: string }[]
  onMail(html: string): void
}) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useNavigation().state !== "idle"
  const [caret, setCaret] = useState<number | null>(null)
  const follow = useLook(form, onMail)
  return (
    <Panel title="Text">
      <PressForm
        encType="multipart/form-data"
        ref={form}
        // The saved text replaces the text in the fields; while saving, typing is disabled so that nothing is lost.
        key={JSON.stringify(issue)}
        onChange={follow}
        className="grid gap-3 text-small"
      >
        <ListField lists={lists} chosen={issue?.list} />
        <Line
          label="Subject"
          name="subject"
          // A new issue begins with it.
          autoFocus={!issue}
          required
          maxLength={200}
          readOnly={sending}
          defaultValue={issue?.subject}
        />
        <Line
          label="Preview text, shown next to the subject"
          name="preview"
          maxLength={200}
          readOnly={sending}
          defaultValue={issue?.preview}
        />
        <Area
          label="Text, in Markdown"
          name="markdown"
          required
          rows={18}
          maxLength={200_000}
          readOnly={sending}
          defaultValue={issue?.markdown}
          onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
          data-key="e"
          data-says="Write"
          className="font-mono text-small"
        />
        <Line
          label="For a waitlist: how many people at the front get it"
          name="places"
          inputMode="numeric"
          maxLength={6}
          defaultValue={issue?.places ?? ""}
          className="figures"
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value="write" disabled={sending}>
            {issue ? "Save and preview" : "Save the draft"}
          </Button>
          <Button type="submit" name="do" value="write-test" look="quiet" disabled={sending}>
            Save and send me a test
          </Button>
        </div>
        <fieldset className="mt-2 grid gap-2 border-t border-line pt-3">
          <legend className="sr-only">A picture</legend>
          <input type="hidden" name="at" value={caret ?? ""} />
          <label>
            <span className="text-muted">
              JPEG, PNG, WebP or HEIC. We shrink it and remove where it was taken.
            </span>
            <input
              type="file"
              name="picture"
              accept="image/jpeg,image/png,image/webp,image/heic,image/avif"
              className="mt-1 block min-h-11 w-full py-2"
            />
          </label>
          <Line label="What it shows, for people who cannot see it" name="description" maxLength={300} />
          <div>
            <Button type="submit" name="do" value="picture" look="quiet" disabled={sending}>
              Add the picture to the text
            </Button>
          </div>
        </fieldset>
      </PressForm>
    </Panel>
  )
}
