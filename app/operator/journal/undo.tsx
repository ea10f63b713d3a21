import { data, Link, useLoaderData } from "react-router"
import { linesAbout } from "#domain/operator/read-journal.ts"
import { rehearseUndo, undo } from "#domain/operator/undo.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { fieldsInWords, toRow } from "./rows.ts"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/journal")
  const line = await lineOf(args)
  const would = await rehearseUndo(world, operator, line.id)
  return {
    row: toRow(line),
    at: momentInWords(line.at),
    back: fieldsInWords(line),
    refusal: would.ok ? null : (words[would.code] ?? would.code),
    prizes: would.ok ? prizesOf(would) : [],
  }
}

async function lineOf(args: RouteArgs) {
  const { world } = enter(args, "/journal")
  const entry = Number(args.params.entry)
  const [line] = Number.isSafeInteger(entry) ? await linesAbout(world.db, { entry }) : []
  if (!line) throw data(null, { status: 404 })
  return line
}

/** The prizes that would change hands, in a season that is settled. */
function prizesOf(would: object): { title: string; athlete: string }[] {
  const { settled } = would as { settled?: { winners: { title: string; athlete: string }[] } | null }
  return settled?.winners.map(({ title, athlete }) => ({ title, athlete })) ?? []
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/journal")
  const { id } = await lineOf(args)
  const reason = String((await args.request.formData()).get("reason") ?? "")
    .trim()
    .slice(0, 1000)
  if (reason.length < 5) return { ok: false, text: "Write why. Nothing was done." } satisfies Answer
  const undone = await undo(world, operator, id, { reason })
  if (!undone.ok) return refused(undone.code, words, args.request)
  return { ok: true, text: "Undone, with its own entry." } satisfies Answer
}

export default function Undo() {
  const { row, at, back, refusal, prizes } = useLoaderData<typeof loader>()
  return (
    <Page title="Undo this?" text={`${at}, ${row.operator} ${row.says}: ${row.about}.`}>
      <Answered />
      <Panel title="What it would do now" className="max-w-xl">
        {refusal && <p>{refusal}</p>}
        {!refusal && (
          <>
            <Facts facts={back} />
            {prizes.length > 0 && (
              <ul className="mt-3 grid gap-1 text-small">
                {prizes.map(({ title, athlete }) => (
                  <li key={title + athlete}>{`${title} goes to ${athlete}`}</li>
                ))}
              </ul>
            )}
            <p className="mt-3 text-small">The person it concerns gets an email, which cannot be unsent.</p>
            <PressForm className="mt-4 grid gap-3">
              <Line
                label="Why, for the journal"
                name="reason"
                required
                minLength={5}
                maxLength={1000}
                autoComplete="off"
                wrap="text-small"
              />
              <div>
                <Button type="submit">Undo it</Button>
              </div>
            </PressForm>
          </>
        )}
        <p className="mt-4 text-small">
          <Link
            to={row.path || "/journal"}
            className="inline-flex min-h-11 items-center underline underline-offset-4"
          >
            Leave it as it is
          </Link>
        </p>
      </Panel>
    </Page>
  )
}
