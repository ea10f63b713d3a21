import { data, Link, useLoaderData } from "react-router"
import { anyKind, isKind } from "#content/words/kinds.ts"
import { entriesOf, kindNames } from "#content/words/words.ts"
import { moveContent, setHidden } from "#domain/operator/content/content-commands.ts"
import { publishingRow, publishingRows } from "#domain/publishing/rows.ts"
import { Button, ButtonLink } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { states, words } from "./words.ts"

function kindIn({ params }: RouteArgs) {
  const name = params.kind ?? kindNames[0]
  if (!name || !isKind(name) || anyKind(name).desk) throw data(null, { status: 404 })
  return name
}

/** The entries of one kind: those of content/, with what operators changed. */
export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/content")
  const name = kindIn(args)
  const kind = anyKind(name)
  const entries = entriesOf(name, await publishingRows(world.db))
  return {
    kind: { name, title: kind.title, one: kind.one, pages: kind.pages("") },
    tabs: kindNames.map((one) => ({
      to: anyKind(one).desk ?? `/content/${one}`,
      label: anyKind(one).title,
      current: one === name,
    })),
    adds: kind.grows && !(kind.only && entries.length > 0),
    moves: entries.length > 1 && !kind.only,
    entries: entries.map(({ slug, data: value, state }) => ({ slug, name: kind.nameOf(value), state })),
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/content")
  const kind = kindIn(args)
  const form = await args.request.formData()
  const slug = String(form.get("slug"))
  const { version = 0 } = (await publishingRow(world.db, { kind, slug })) ?? {}
  const at = { kind, slug, version }
  const what = String(form.get("do"))
  const done =
    what === "up" || what === "down"
      ? await moveContent(world, operator, { ...at, up: what === "up" })
      : await setHidden(world, operator, { ...at, hidden: what === "hide" })
  return done.ok
    ? ({ ok: true, text: what === "hide" ? "It is on no page now." : "Done." } satisfies Answer)
    : refused(done.code, words, args.request)
}

export default function ContentList() {
  const { kind, tabs, entries, adds, moves } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Content"
      text="What visitors read. A change is on the site within a second; taking it back brings the delivered words again."
      action={
        adds && (
          <ButtonLink to={`/content/${kind.name}/new`} look="quiet">
            {`New ${kind.one}`}
          </ButtonLink>
        )
      }
    >
      <Tabs label="Kinds of content" tabs={tabs} />
      <Answered />
      {entries.length === 0 && (
        <p className="border border-line bg-raised px-5 py-8">
          There is none yet, so pages show nothing of the kind. The first one appears on{" "}
          {kind.pages.join(" and ")}.
        </p>
      )}
      <ul className="border-b border-line empty:hidden">
        {entries.map(({ slug, name, state }, index) => (
          <li
            key={slug}
            className="grid items-center gap-x-4 border-t border-line py-1 sm:grid-cols-[minmax(0,1fr)_8rem_auto]"
          >
            <Link
              to={`/content/${kind.name}/${slug}`}
              className={`flex min-h-11 items-center font-semibold ${state === "hidden" ? "text-muted line-through" : ""}`}
            >
              {name}
            </Link>
            <span className="text-small text-muted">{states[state]}</span>
            <PressForm className="flex flex-wrap gap-1 sm:justify-end">
              <input type="hidden" name="slug" value={slug} />
              {moves && (
                <>
                  <Move to="up" name={name} off={index === 0} />
                  <Move to="down" name={name} off={index === entries.length - 1} />
                </>
              )}
              {state !== "draft" && kind.name !== "links" && (
                <Button
                  type="submit"
                  name="do"
                  value={state === "hidden" ? "show" : "hide"}
                  look="quiet"
                  aria-label={`${state === "hidden" ? "Show" : "Hide"} ${name}`}
                >
                  {state === "hidden" ? "Show" : "Hide"}
                </Button>
              )}
            </PressForm>
          </li>
        ))}
      </ul>
    </Page>
  )
}

function Move({ to, name, off }: { to: "up" | "down"; name: string; off: boolean }) {
  return (
    <Button type="submit" name="do" value={to} look="quiet" disabled={off} aria-label={`Move ${name} ${to}`}>
      {to === "up" ? "↑" : "↓"}
    </Button>
  )
}
