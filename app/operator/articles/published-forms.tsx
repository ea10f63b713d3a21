import { Link } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Choice } from "../frame/fields.tsx"
import { Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface Shown {
  id: number
  version: number
  onSite: boolean
  page: string | null
  scheduled: string | null
  isDefault: boolean
  lists: readonly { id: string; name: string }[]
}

/** What can be done with an article as it was last saved. */
export function PublishedForms({ article }: { article: Shown }) {
  const { id, version, onSite, page, scheduled, isDefault, lists } = article
  return (
    <Panel title="Article">
      <p className="flex flex-wrap gap-x-6 text-small">
        <Link to={`/articles/${id}/versions`} className="inline-flex min-h-11 items-center underline">
          {`${version} ${version === 1 ? "version" : "versions"}, and what each changed`}
        </Link>
        {page && (
          <a
            href={page}
            target="_blank"
            rel="noopener"
            className="inline-flex min-h-11 items-center underline"
          >
            See it on the site
          </a>
        )}
      </p>
      {scheduled && (
        <p className="mt-2 border-l-4 border-line bg-surface px-4 py-2.5 text-small">{scheduled}</p>
      )}
      <PressForm className="mt-3 flex flex-wrap gap-2">
        {scheduled && (
          <Button type="submit" name="do" value="unschedule" look="quiet">
            Do not publish it then
          </Button>
        )}
        {onSite && (
          <Button type="submit" name="do" value="unpublish" look="quiet">
            Take it off the site
          </Button>
        )}
        {isDefault && (
          <Button type="submit" name="do" value="take-back" look="quiet">
            Go back to what the site came with
          </Button>
        )}
        {!page && !isDefault && (
          <Button type="submit" name="do" value="discard" look="quiet">
            Delete it with its versions
          </Button>
        )}
      </PressForm>
      <PressForm className="mt-4 flex flex-wrap items-end gap-2 text-small">
        <Choice label="As a newsletter issue, which you test and schedule there" name="list" wrap="grow">
          {lists.map((list) => (
            <option key={list.id} value={list.id}>
              {list.name}
            </option>
          ))}
        </Choice>
        <Button type="submit" name="do" value="issue" look="quiet" className="min-h-12">
          Make an issue of it
        </Button>
      </PressForm>
    </Panel>
  )
}
