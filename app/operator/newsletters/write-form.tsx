import { Form } from "react-router"
import { Button } from "../../ui/button.tsx"
import { controlClass } from "../../ui/field.tsx"
import { Panel } from "../frame/page.tsx"

interface Written {
  id: number
  list: string
  subject: string
  preview: string
  markdown: string
  places: number | null
}

/** The issue as it is written; keeping it renews the mail beside it. */
export function WriteForm({
  issue,
  lists,
}: {
  issue: Written | null
  lists: readonly { id: string; name: string }[]
}) {
  return (
    <Panel title="Text">
      <Form method="post" className="grid gap-3 text-small">
        <label>
          <span className="text-muted">List</span>
          <select name="list" defaultValue={issue?.list} className={`${controlClass} mt-1`}>
            {lists.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="text-muted">Subject</span>
          <input
            name="subject"
            required
            maxLength={200}
            defaultValue={issue?.subject}
            className={`${controlClass} mt-1`}
          />
        </label>
        <label>
          <span className="text-muted">Beside the subject in the list of mails</span>
          <input
            name="preview"
            maxLength={200}
            defaultValue={issue?.preview}
            className={`${controlClass} mt-1`}
          />
        </label>
        <label>
          <span className="text-muted">Text, in Markdown</span>
          <textarea
            name="markdown"
            required
            rows={18}
            maxLength={200_000}
            defaultValue={issue?.markdown}
            data-key="e"
            data-says="Write"
            className={`${controlClass} mt-1 font-mono text-small`}
          />
        </label>
        <label>
          <span className="text-muted">For a waitlist: how many at its head get it</span>
          <input
            name="places"
            inputMode="numeric"
            maxLength={6}
            defaultValue={issue?.places ?? ""}
            className={`${controlClass} figures mt-1`}
          />
        </label>
        <div>
          <Button type="submit" name="do" value="write">
            {issue ? "Keep and show" : "Keep the draft"}
          </Button>
        </div>
      </Form>
    </Panel>
  )
}
