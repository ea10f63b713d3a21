import { useRef, useState } from "react"
import { useNavigation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Area, Check, Choice, Line } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { useLook } from "../frame/use-look.ts"
import { PictureFields } from "./picture-fields.tsx"
import { usePaste } from "./use-paste.ts"

/** An article as its page loads it. */
export interface Loaded {
  id: number | null
  version: number
  draft: Record<string, unknown>
  onSite: boolean
  /** Whether this operator may do more than write drafts. */
  publishes: boolean
  unfinished: string | null
  /** The page of the newest version; null for a new article. */
  html: string | null
  categories: readonly string[]
  others: readonly (readonly [slug: string, title: string])[]
  zone: string
}

interface EditFormProps {
  loaded: Loaded
  draft: Record<string, unknown>
  /** The version that the fields are based on. */
  read: number
  /** The page with what is typed. */
  onLook(html: string): void
}

/** The fields of an article. Every button saves a version; two of them also publish it, now or later. */
export function EditForm({ loaded, draft, read, onLook }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const sending = useNavigation().state !== "idle"
  const [caret, setCaret] = useState<number | null>(null)
  const paste = usePaste()
  const follow = useLook(form, onLook)
  const text = (name: string) => String(draft[name] ?? "")
  const picture = draft.picture as { src: string; alt: string } | undefined
  const related = Array.isArray(draft.related) ? draft.related.map(String) : []
  return (
    <Panel title="Text">
      <PressForm encType="multipart/form-data" ref={form} onChange={follow} className="grid gap-3 text-small">
        <input type="hidden" name="read" value={read} />
        <Line
          name="title"
          label="Title"
          maxLength={140}
          defaultValue={text("title")}
          readOnly={sending}
          required
        />
        <Area
          label="Text, in Markdown. Paste from a document; its looks stay behind."
          name="markdown"
          rows={20}
          maxLength={200_000}
          readOnly={sending}
          defaultValue={text("markdown")}
          onSelect={(event) => setCaret(event.currentTarget.selectionEnd)}
          onPaste={paste}
          data-key="e"
          data-says="Write"
          className="font-mono text-small"
        />
        <PictureFields caret={caret} sending={sending} head={picture} />
        <Area
          label="Summary for lists, search and link previews, 40 to 220 characters"
          name="excerpt"
          rows={3}
          maxLength={220}
          readOnly={sending}
          defaultValue={text("excerpt")}
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <Choice label="Category" name="category" defaultValue={text("category")}>
            {loaded.categories.map((one) => (
              <option key={one}>{one}</option>
            ))}
          </Choice>
          <Line
            name="author"
            label="Author, if not the team"
            maxLength={80}
            defaultValue={text("author")}
            readOnly={sending}
          />
          <Line
            name="slug"
            label="Address, below /blog/"
            maxLength={80}
            defaultValue={text("slug")}
            readOnly={sending}
            hint={
              loaded.onSite ? "The old address leads to a new one." : "Made from the title if left empty."
            }
          />
          <Line
            label="Date; empty: the day it is published"
            type="date"
            name="date"
            readOnly={sending}
            defaultValue={text("date")}
            className="figures"
          />
        </div>
        <fieldset className="grid gap-2 sm:grid-cols-3">
          <legend className="mb-1 text-muted">Related articles</legend>
          {[0, 1, 2].map((index) => (
            <select
              key={index}
              name="related"
              aria-label={`Related article ${index + 1}`}
              defaultValue={related[index] ?? ""}
              className={controlClass}
            >
              <option value="">None</option>
              {loaded.others.map(([slug, title]) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
            </select>
          ))}
        </fieldset>
        <div className="flex flex-wrap gap-x-6">
          <Check name="featured" label="Featured on the blog" defaultChecked={draft.featured === true} />
          <Check
            name="soon"
            label="Only announced, without a page yet"
            defaultChecked={draft.soon === true}
          />
        </div>
        {loaded.unfinished && (
          <p className="border-l-4 border-line bg-surface px-4 py-2.5">{`To publish it: ${loaded.unfinished}`}</p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" name="do" value="write" disabled={sending} data-key="s" data-says="Save">
            Save the draft
          </Button>
          {loaded.publishes && (
            <Button
              type="submit"
              name="do"
              value="publish"
              look="quiet"
              className="min-h-12"
              disabled={sending}
            >
              {loaded.onSite ? "Save and update the page" : "Save and publish now"}
            </Button>
          )}
        </div>
        {loaded.publishes && (
          <div className="flex flex-wrap items-end gap-2">
            <Line
              label={`Or publish it later; time of ${loaded.zone}`}
              type="datetime-local"
              name="at"
              className="figures"
              wrap="grow"
            />
            <Button
              type="submit"
              name="do"
              value="schedule"
              look="quiet"
              className="min-h-12"
              disabled={sending}
            >
              Save and schedule
            </Button>
          </div>
        )}
      </PressForm>
    </Panel>
  )
}
