import { useLoaderData } from "react-router"
import { grouped } from "#content/amounts.ts"
import { badLines, importFates } from "#content/import-fates.ts"
import { lists } from "#content/lists.ts"
import { mostRows } from "#domain/leads/newsletter/subscriber-file.ts"
import { type ImportReport, importFromConsole } from "#domain/operator/newsletters/subscriber-commands.ts"
import { dayOnSite } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Area, Line } from "../frame/fields.tsx"
import { Facts, Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Tabs } from "../frame/tabs.tsx"
import { useSent } from "../frame/use-sent.ts"
import { undoFromDesk } from "../undo-from-desk.ts"
import { ListField } from "./list-field.tsx"
import { newsletterTabs } from "./tabs.ts"
import { words } from "./words.ts"

export function loader(args: RouteArgs) {
  const { world } = enter(args, "/newsletters")
  return {
    today: dayOnSite(world.now()),
    lists: lists.filter(({ kind }) => kind === "newsletter").map(({ id, name }) => ({ id, name })),
  }
}

/** Largest file, in bytes. */
const mostBytes = 5_000_000

/** First shows what would happen; the button below performs the import. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/newsletters")
  const form = await args.request.formData()
  const text = (name: string, most: number) =>
    String(form.get(name) ?? "")
      .trim()
      .slice(0, most)
  const wrong = (said: string): Answer => ({ ok: false, text: said })
  if (form.has("undo")) {
    return undoFromDesk(args, "/newsletters", { entry: form.get("undo"), words, text: "Undone." })
  }
  const sent = form.get("file")
  if (sent instanceof File && sent.size > mostBytes) return wrong("The file is larger than 5 MB.")
  const file = sent instanceof File && sent.size > 0 ? await sent.text() : String(form.get("rows") ?? "")
  if (file.trim() === "") return wrong("Choose a file, or paste its lines.")
  const given = {
    list: text("list", 100),
    common: { source: text("source", 300), on: text("on", 10), text: text("text", 2000) },
  }
  const dryRun = form.get("confirmed") !== "yes"
  const done = await importFromConsole(world, operator, { ...given, file, dryRun })
  if (!done.ok && !done.report) return refused(done.code, words, args.request)
  const findings = shown(done.report as Omit<ImportReport, "id">)
  if (!done.ok) return { ok: false, text: words[done.code] ?? done.code, findings }
  if (dryRun)
    return {
      ok: true,
      text: `This would add ${grouped(findings.added)}. Nothing has been changed yet.`,
      findings,
      preview: { ...given, file },
    }
  return { ok: true, text: `Added ${grouped(findings.added)}.`, findings, entry: done.entry }
}

/** The maximum number of lines listed on the page; a terminal lists all. */
const mostNamed = 200

function shown({ fates, bad }: Omit<ImportReport, "id">) {
  const count = (fate: keyof typeof importFates) => fates.filter((one) => one.fate === fate).length
  const left = [
    ...bad.map(({ line, given, why }) => ({ line, given, why: badLines[why] })),
    ...fates
      .filter(({ fate }) => fate !== "added" && fate !== "already")
      .map(({ line, email, fate }) => ({ line, given: email, why: importFates[fate] })),
  ].toSorted((a, b) => a.line - b.line)
  return {
    added: count("added"),
    counts: (Object.keys(importFates) as (keyof typeof importFates)[])
      .map((fate) => [importFates[fate], count(fate)] as const)
      .filter(([, number]) => number > 0),
    bad: bad.length,
    left: left.slice(0, mostNamed),
    more: Math.max(0, left.length - mostNamed),
  }
}

export default function Import() {
  const { lists, today } = useLoaderData<typeof loader>()
  const sent = useSent<typeof action>()
  const findings = sent && "findings" in sent ? sent.findings : null
  const preview = sent && "preview" in sent ? sent.preview : null
  const entry = sent && "entry" in sent ? sent.entry : undefined
  return (
    <Page
      title="Import"
      text="People who agreed elsewhere, each with proof. Anyone who unsubscribed, bounced or complained is never added again."
    >
      <Answered />
      {entry !== undefined && (
        <PressForm className="mb-4">
          <Button type="submit" name="undo" value={entry} look="quiet" data-key="u" data-says="Undo it">
            Undo this import
          </Button>
        </PressForm>
      )}
      <Tabs label="Views" tabs={newsletterTabs("/newsletters/import")} />
      {findings && (
        <Panel title={preview ? "What would happen" : "What happened"} className="mb-5 max-w-4xl">
          <Facts
            facts={[
              ...findings.counts.map(([says, number]) => [grouped(number), says] as const),
              ...(findings.bad > 0 ? [[grouped(findings.bad), "cannot be used"] as const] : []),
            ]}
          />
          {findings.left.length > 0 && (
            <details className="mt-3 text-small" open={findings.left.length <= 20}>
              <summary className="min-h-11 cursor-pointer py-2 text-muted">Lines that are left out</summary>
              <ul className="grid gap-1">
                {findings.left.map(({ line, given, why }) => (
                  <li key={line} className="wrap-anywhere">
                    <span className="figures font-semibold">{`Line ${line}`}</span> {given || "(empty)"}:{" "}
                    {why}
                  </li>
                ))}
                {findings.more > 0 && <li className="text-muted">{`and ${grouped(findings.more)} more`}</li>}
              </ul>
            </details>
          )}
          {preview && (
            <PressForm encType="multipart/form-data" className="mt-4">
              <input type="hidden" name="list" value={preview.list} />
              <input type="hidden" name="source" value={preview.common.source} />
              <input type="hidden" name="on" value={preview.common.on} />
              <input type="hidden" name="text" value={preview.common.text} />
              <textarea name="rows" hidden readOnly value={preview.file} />
              <Button type="submit" name="confirmed" value="yes">
                {`Add ${grouped(findings.added)} now`}
              </Button>
            </PressForm>
          )}
        </Panel>
      )}
      <Panel title="The file" className="max-w-4xl">
        <PressForm encType="multipart/form-data" className="grid gap-3 text-small">
          <p className="max-w-[70ch] text-muted">
            {`A CSV whose first line names its columns: email, plus name, consent_date (2026-05-01), consent_source and consent_text where lines differ. At most ${grouped(mostRows)} lines.`}
          </p>
          <ListField lists={lists} chosen={preview?.list} />
          <label>
            <span className="text-muted">File</span>
            <input
              type="file"
              name="file"
              accept=".csv,text/csv,text/plain"
              className="mt-1 block min-h-11 w-full py-2"
            />
          </label>
          <Area label="Or paste its lines" name="rows" rows={5} className="font-mono text-small" />
          <fieldset className="grid gap-3 border-t border-line pt-3">
            <legend className="sr-only">Proof of consent</legend>
            <p className="text-muted">For lines that do not say so themselves:</p>
            <Line
              label="Where they agreed"
              name="source"
              maxLength={300}
              placeholder="Sign-up sheet at the spring race"
              defaultValue={preview?.common.source}
            />
            <Line
              label="When they agreed"
              type="date"
              name="on"
              max={today}
              defaultValue={preview?.common.on}
              className="figures"
            />
            <Area
              label="The words they agreed to"
              name="text"
              rows={2}
              maxLength={2000}
              defaultValue={preview?.common.text}
            />
          </fieldset>
          <div>
            <Button type="submit">Show what would happen</Button>
          </div>
        </PressForm>
      </Panel>
    </Page>
  )
}
