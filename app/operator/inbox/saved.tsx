import { useLoaderData } from "react-router"
import { dropReply, savedReplies, saveReply } from "#domain/operator/inbox/saved-replies.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Area, Line } from "../frame/fields.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/inbox")
  return { saved: await savedReplies(world.db) }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/inbox")
  const form = await args.request.formData()
  const text = (name: string, most: number) =>
    String(form.get(name) ?? "")
      .trim()
      .slice(0, most)
  const id = /^[1-9]\d{0,9}$/.test(text("id", 10)) ? Number(text("id", 10)) : null
  const drop = form.get("do") === "drop" && id !== null
  const known = id === null || drop || (await savedReplies(world.db)).some((one) => one.id === id)
  if (!known) return refused("not_found", words, args.request)
  const done = drop
    ? await dropReply(world, operator, { id })
    : await saveReply(world, operator, { id, title: text("title", 100), text: text("text", 10_000) })
  return done.ok
    ? ({ ok: true, text: drop ? "Removed. The journal can bring it back." : "Saved." } satisfies Answer)
    : refused(done.code, words, args.request)
}

export default function Saved() {
  const { saved } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Saved replies"
      text="Texts to begin a reply with. {name}, {first name} and {site} are filled in for each person."
    >
      <Answered />
      <div className="grid max-w-3xl gap-5">
        {saved.map((one) => (
          <Reply key={`${one.id} ${one.title} ${one.text}`} {...one} />
        ))}
        <Reply key={`new ${saved.length}`} id={null} title="" text="" />
      </div>
    </Page>
  )
}

function Reply({ id, title, text }: { id: number | null; title: string; text: string }) {
  return (
    <Panel title={title || "A new one"}>
      <PressForm className="grid gap-3 text-small">
        <input type="hidden" name="id" value={id ?? ""} />
        <Line label="Title" name="title" required maxLength={100} defaultValue={title} />
        <Area
          label="Text; leave a blank line to start a new paragraph"
          name="text"
          rows={5}
          required
          maxLength={10_000}
          defaultValue={text}
        />
        <div className="flex gap-3">
          <Button type="submit" name="do" value="save" look="quiet">
            {id === null ? "Add it" : "Save it"}
          </Button>
          {id !== null && (
            <Button type="submit" name="do" value="drop" look="quiet" aria-label={`Remove ${title}`}>
              Remove
            </Button>
          )}
        </div>
      </PressForm>
    </Panel>
  )
}
