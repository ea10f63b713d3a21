import { data, useLoaderData } from "react-router"
import { restoreArticle } from "#domain/operator/articles/article-commands.ts"
import { readArticle, versionsOf } from "#domain/publishing/articles/article.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { differences } from "./difference.ts"
import { Differences } from "./differences.tsx"
import { words } from "./words.ts"

/** Comparing every version of a long history at once would be too much for one page. */
const compared = 20

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/articles")
  const article = await readArticle(world.db, idOf(args))
  if (!article) throw data(null, { status: 404 })
  const { id, version, publishedVersion } = article
  const versions = await versionsOf(world.db, id)
  return {
    id,
    version,
    title: String(article.draft.title || "Untitled"),
    versions: versions.map((one, index) => ({
      version: one.version,
      by: one.editor,
      at: momentInWords(one.editedAt),
      isOnSite: one.version === publishedVersion,
      changes:
        index < compared && versions[index + 1]
          ? differences(versions[index + 1]?.data ?? {}, one.data)
          : null,
    })),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/articles")
  const form = await args.request.formData()
  const [version, read] = [Number(form.get("version")), Number(form.get("read"))]
  const done = await restoreArticle(world, operator, { id: idOf(args), version, read })
  if (!done.ok) return refused(done.code, words, args.request)
  return {
    ok: true,
    text: `Version ${version} is the draft again, as version ${done.version}.`,
  } satisfies Answer
}

function idOf({ params }: RouteArgs): number {
  return /^[1-9]\d{0,14}$/.test(params.id ?? "") ? Number(params.id) : 0
}

export default function Versions() {
  const { id, version: newest, title, versions } = useLoaderData<typeof loader>()
  return (
    <Page
      title={`Versions of ${title}`}
      text="Each shows what it changed. Making one the draft again changes nothing on the site."
      action={
        <ButtonLink to={`/articles/${id}`} look="quiet">
          Back to the article
        </ButtonLink>
      }
    >
      <Answered />
      <div className="grid gap-4">
        {versions.map(({ version, by, at, isOnSite, changes }) => (
          <Panel key={version} title={`Version ${version}${isOnSite ? ", on the site" : ""}`}>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 text-small">
              <p className="figures wrap-anywhere text-muted">{`${at}, by ${by}`}</p>
              <div className="flex flex-wrap items-center gap-4">
                {version !== newest && (
                  <PressForm>
                    <input type="hidden" name="version" value={version} />
                    <input type="hidden" name="read" value={newest} />
                    <Button type="submit" look="quiet">
                      Make it the draft again
                    </Button>
                  </PressForm>
                )}
              </div>
            </div>
            {changes && <Differences changes={changes} />}
          </Panel>
        ))}
      </div>
    </Page>
  )
}
