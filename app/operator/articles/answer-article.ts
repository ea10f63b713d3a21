import { pictureBytes } from "#content/newsletter-pictures.ts"
import { withPicture } from "#domain/leads/newsletter/with-picture.ts"
import {
  type ArticleRun,
  addArticlePicture,
  publishFromConsole,
  runArticle,
  scheduleFromConsole,
  writeArticleFromConsole,
} from "#domain/operator/articles/article-commands.ts"
import { articleAsIssue } from "#domain/operator/articles/as-issue.ts"
import { linesAbout } from "#domain/operator/read-journal.ts"
import type { Draft } from "#domain/publishing/articles/article.ts"
import { instantOnSite, momentInWords } from "#domain/site-clock.ts"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { caretOf } from "../newsletters/issue-form.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { problemsInWords, type Typed, typedArticle } from "./article-form.ts"
import { type Found, findArticle } from "./find-article.ts"
import { pageWith } from "./page-with.ts"
import { words } from "./words.ts"

export interface ArticleAnswer extends Answer {
  /** The version that was saved. */
  saved?: number
  /** The version of somebody else that the form does not contain. */
  clash?: number
  /** What was typed and not saved. */
  typed?: Draft
}

/** The answer to a form of an article: an address to go to, a response that is ready, or a line for the page. */
type Answered = { to: string } | { direct: unknown } | { body: ArticleAnswer }

const runs: Record<Exclude<ArticleRun, "discard">, string> = {
  unschedule: "It has no time anymore. It stays a draft.",
  unpublish: "It is off the site. Its address is a missing page now.",
  "take-back": "It is again what the site came with. Your versions are kept.",
}

/** Every form of the page of an article. */
export async function answerArticle(args: RouteArgs): Promise<Answered> {
  const { world, operator } = enter(args, "/articles")
  const form = await args.request.formData()
  const what = String(form.get("do"))
  const direct = (response: unknown) => ({ direct: response })
  const wrong = (text: string) => ({ body: { ok: false, text } })
  if (form.has("undo"))
    return direct(await undoFromDesk(args, "/articles", { entry: form.get("undo"), words }))
  const { markup } = world
  if (!markup) throw new Error("This process cannot read Markdown")
  if (what === "paste") return direct({ pasted: markup.markdownFrom(String(form.get("html") ?? "")) })
  const stored = Number(args.params.id)
  if (what === "discard" && Number.isSafeInteger(stored)) {
    const done = await runArticle(world, operator, stored, what)
    // Of a double tap, the second may find the article gone.
    if (done.ok || done.code === "already_done") return { to: "/articles" }
    await findArticle(world, args)
    return direct(refused(done.code, words, args.request))
  }
  const found = await findArticle(world, args)
  if (what === "look") {
    const typed = typedArticle(form, found.draft)
    return direct("wrong" in typed ? {} : { html: await pageWith(args, typed.draft) })
  }
  if (["write", "picture", "head", "publish", "schedule"].includes(what))
    return write(args, found, form, what)
  const id = found.article?.id
  if (id === undefined) return wrong("Save it first.")
  if (what === "issue") {
    const made = await articleAsIssue(world, operator, { draft: found.draft, list: String(form.get("list")) })
    return made.ok ? { to: `/newsletters/${made.id}` } : direct(refused(made.code, words, args.request))
  }
  if (!Object.hasOwn(runs, what)) return wrong("Choose what to do.")
  const run = what as keyof typeof runs
  const done = await runArticle(world, operator, id, run)
  if (!done.ok) return direct(refused(done.code, words, args.request))
  return { body: { ok: true, text: runs[run] } }
}

/** Saves what was typed, with a picture if there is one, then publishes or schedules it if that was pressed. */
async function write(args: RouteArgs, found: Found, form: FormData, what: string): Promise<Answered> {
  const { world, operator } = enter(args, "/articles")
  const typed = typedArticle(form, found.draft)
  if ("wrong" in typed) return { body: { ok: false, text: typed.wrong } }
  const refuse = (text: string, more: Partial<ArticleAnswer> = {}): Answered => ({
    body: { ok: false, text, typed: typed.draft, ...more },
  })
  const at = what === "schedule" ? instantOnSite(String(form.get("at"))) : null
  if (what === "schedule" && !at) return refuse("Choose a day and an hour.")
  if (what === "picture" || what === "head") {
    const added = await addPicture(args, form, typed, what === "head")
    if (added) return refuse(added)
  }
  const saved = await save(args, found, typed)
  if (!saved.ok && saved.code === "already_done") {
    const [line] = await linesAbout(world.db, { entry: ("entry" in saved && saved.entry) || 0 })
    return { to: `/articles/${line?.subjectId}` }
  }
  if (!saved.ok && saved.code === "edited" && "version" in saved)
    return refuse(
      `Someone saved version ${saved.version} while you wrote. Yours is still here and is not saved. Look at theirs under Versions; saving again keeps both, with yours as the newest.`,
      found.article ? { clash: saved.version } : {},
    )
  if (!saved.ok) {
    const answer = refused(saved.code, words, args.request)
    return { direct: answer }
  }
  const { id, version } = saved
  const answer = (text: string): Answered =>
    found.article ? { body: { ok: true, text, saved: version } } : { to: `/articles/${id}` }
  if (what !== "publish" && what !== "schedule") return answer(`Saved as version ${version}.`)
  const done =
    what === "publish" || !at
      ? await publishFromConsole(world, operator, { id, version })
      : await scheduleFromConsole(world, operator, { id, version, at })
  if (!done.ok && found.article === null) return { to: `/articles/${id}` }
  if (!done.ok && done.code === "invalid" && "problems" in done)
    return {
      body: {
        ok: false,
        saved: version,
        text: `Saved, but not published. ${problemsInWords(done.problems)}`,
      },
    }
  if (!done.ok && done.code !== "already_done")
    return {
      body: { ok: false, saved: version, text: `Saved, but not published. ${words[done.code] ?? done.code}` },
    }
  return answer(
    at ? `Version ${version} goes out ${momentInWords(at)}.` : `Version ${version} is on the site.`,
  )
}

/** Saves a version, unless it says what the newest one says. */
async function save(args: RouteArgs, { article, origin, draft, version }: Found, typed: Typed) {
  const { world, operator } = enter(args, "/articles")
  const isSame = article && typed.read === version && sorted(typed.draft) === sorted(draft)
  if (isSame) return { ok: true as const, id: article.id, version }
  const id = article?.id ?? null
  return writeArticleFromConsole(world, operator, { id, origin, draft: typed.draft, read: typed.read })
}

function sorted(draft: Draft): string {
  return JSON.stringify(
    Object.entries(JSON.parse(JSON.stringify(draft))).sort(([a], [b]) => a.localeCompare(b)),
  )
}

/** Puts the picture of the form into the text, at the caret, or at the head. Returns what is wrong, in words. */
async function addPicture(
  args: RouteArgs,
  form: FormData,
  typed: Typed,
  atHead: boolean,
): Promise<string | null> {
  const { world, operator } = enter(args, "/articles")
  const file = form.get("picture")
  if (!(file instanceof File && file.size > 0)) return "Choose a picture first."
  if (file.size > pictureBytes) return "The picture is larger than 12 MB. Choose a smaller one."
  const added = await addArticlePicture(world, operator, {
    bytes: new Uint8Array(await file.arrayBuffer()),
    description: String(form.get("description") ?? ""),
  })
  if (!added.ok) return words[added.code] ?? `This could not be done: ${added.code}.`
  if (!("src" in added)) return "Choose the picture again."
  const { src, width, height, alt } = added
  if (atHead) typed.draft.picture = { src, width, height, alt }
  else {
    const markdown = String(typed.draft.markdown ?? "")
    typed.draft.markdown = withPicture(markdown, { address: src, description: alt, at: caretOf(form) })
  }
  return null
}
