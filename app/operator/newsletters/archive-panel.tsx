import { grouped } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { Facts, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** The public page of an issue, and how often its links were followed, if counted. */
export function ArchivePanel(props: {
  page: string
  inArchive: boolean
  links: readonly { number: number; url: string; clicks: number }[]
}) {
  const { page, inArchive, links } = props
  return (
    <>
      <Panel title="In the archive">
        <p className="text-small wrap-anywhere">
          {inArchive ? (
            <a href={page} target="_blank" rel="noreferrer">
              {page}
            </a>
          ) : (
            "Not in the archive: its page is gone, and the feed leaves it out."
          )}
        </p>
        <PressForm className="mt-3">
          <Button type="submit" name="do" value={inArchive ? "hide" : "show"} look="quiet">
            {inArchive ? "Remove it from the archive" : "Put it back in the archive"}
          </Button>
        </PressForm>
      </Panel>
      {links.length > 0 && (
        <Panel title="Links followed">
          <Facts
            facts={links.map(({ url, clicks }) => [
              <span key={url} className="wrap-anywhere">
                {url}
              </span>,
              grouped(clicks),
            ])}
          />
        </Panel>
      )}
    </>
  )
}
