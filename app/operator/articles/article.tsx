import { data, redirect, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router"
import { lists } from "#content/lists.ts"
import { articleCategories } from "#content/schema.ts"
import { site } from "#content/site.ts"
import { ruleOf } from "#domain/operator/commands.ts"
import { holds } from "#domain/operator/roles.ts"
import { finishedArticle } from "#domain/publishing/articles/publish.ts"
import { hiddenSlugs, isOnSite, stateInWords } from "#domain/publishing/articles/state.ts"
import { dayOnSite, momentInWords } from "#domain/site-clock.ts"
import { keepAfterSending } from "../../forms/client-answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { JournalLines } from "../frame/journal-lines.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { journalOf } from "../journal-of.ts"
import { answerArticle } from "./answer-article.ts"
import { problemsInWords } from "./article-form.ts"
import { Editor } from "./editor.tsx"
import { findArticle } from "./find-article.ts"
import { pageWith } from "./page-with.ts"
import { PublishedForms } from "./published-forms.tsx"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/articles")
  const { article, origin, draft, version } = await findArticle(world, args)
  const hidden = new Set(await hiddenSlugs(world.db))
  const finished = finishedArticle(draft, dayOnSite(world.now()))
  const onSite = article ? isOnSite(article, hidden) : origin !== null
  const slug = article?.publishedSlug ?? origin
  return {
    key: article ? String(article.id) : (origin ?? "new"),
    id: article?.id ?? null,
    version,
    draft: JSON.parse(JSON.stringify(draft)) as Record<string, unknown>,
    state: article ? stateInWords(article, hidden) : origin ? "On the site" : "Not saved yet",
    unfinished: finished.ok ? null : problemsInWords(finished.problems),
    onSite,
    publishes: holds(operator.role, ruleOf("article.publish").needs),
    page: onSite ? `/blog/${slug}` : null,
    isDefault: origin !== null,
    scheduled: article?.publishAt
      ? `Version ${article.scheduledVersion} goes out ${momentInWords(article.publishAt)}.`
      : null,
    // The newest version on its page; a new article has nothing to show yet.
    html: version > 0 || origin !== null ? await pageWith(args, draft) : null,
    categories: articleCategories,
    others: world.published.words
      .list("articles")
      .filter((one) => one.slug !== slug && !one.soon)
      .map((one) => [one.slug, one.title] as const),
    lists: lists.filter(({ kind }) => kind === "newsletter").map(({ id, name }) => ({ id, name })),
    zone: site.timeZone,
    lines: article ? await journalOf(world, { subject: "article", id: String(article.id) }) : [],
  }
}

export async function action(args: RouteArgs) {
  const answered = await answerArticle(args)
  if ("to" in answered) return redirect(answered.to)
  if ("direct" in answered) return answered.direct
  return data(answered.body, { status: answered.body.ok ? 200 : 409 })
}

/** Looking at what is typed, and reading what is pasted, changes nothing. */
export function shouldRevalidate(about: ShouldRevalidateFunctionArgs) {
  const what = about.formData?.get("do")
  return what === "look" || what === "paste" ? keepAfterSending(about) : about.defaultShouldRevalidate
}

export default function ArticlePage() {
  const loaded = useLoaderData<typeof loader>()
  const { id, key, draft, state, lines } = loaded
  return (
    <Page title={String(draft.title || "A new article")} text={`${state}.`}>
      <Answered />
      <Editor key={key} loaded={loaded}>
        {id !== null && loaded.publishes && <PublishedForms article={{ ...loaded, id }} />}
        {id !== null && (
          <Panel title="Journal">
            <JournalLines lines={lines} />
          </Panel>
        )}
      </Editor>
    </Page>
  )
}
