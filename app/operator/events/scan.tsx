import { data, redirect, useLoaderData } from "react-router"
import { consoleLink } from "#domain/console-link.ts"
import { findByCode } from "#domain/events/attend.ts"
import { whenInWords } from "#domain/events/occurrence.ts"
import { Button } from "../../ui/button.tsx"
import type { Answer } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Line } from "../frame/fields.tsx"
import { Page } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Camera } from "./camera.tsx"
import { dayOf } from "./day-of.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const occurrence = await dayOf(world, operator, args)
  return {
    title: occurrence.event.title,
    when: whenInWords(occurrence),
    begins: consoleLink(world.settings.siteUrl, "/events/check-in/"),
  }
}

/** Finds whose code was typed; the page that it leads to checks them in. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/events")
  const occurrence = await dayOf(world, operator, args)
  const form = await args.request.formData()
  const found = await findByCode(world, occurrence, String(form.get("code") ?? "").slice(0, 40))
  if (found) return redirect(`/events/check-in/${found.token}`)
  const text = "Nobody in this session has that code. Compare it with the email, or search for the name."
  return data<Answer>({ ok: false, text }, { status: 404 })
}

export default function Scan() {
  const { title, when, begins } = useLoaderData<typeof loader>()
  return (
    <Page title="Scan codes" text={`${title}, ${when}. The code is in the email with the spot.`}>
      <Answered />
      <Camera begins={begins} />
      <PressForm className="flex max-w-sm items-end gap-3">
        <Line
          label="Or type the code under it"
          name="code"
          required
          maxLength={20}
          placeholder="4F2A-91BC"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          data-key="/"
          data-says="Type a code"
          className="figures uppercase"
          wrap="grow text-small"
        />
        <Button type="submit" className="min-h-12">
          Find
        </Button>
      </PressForm>
    </Page>
  )
}
