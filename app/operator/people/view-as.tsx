import { data, redirect, useLoaderData } from "react-router"
import { endView, viewAs } from "#domain/operator/people/view-as.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { enter, type RouteArgs } from "../enter.ts"
import { Page } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { personId } from "./person-id.ts"

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const id = personId(args)
  const found = await viewAs(world, operator, id)
  if (!found) throw data(null, { status: 404 })
  const account = await world.accounts.find(world.db, id)
  return {
    id,
    name: account?.fullName ?? account?.email ?? "this member",
    until: momentInWords(found.until),
  }
}

/** The only form of this page ends it: a member is viewed, never acted for. */
export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/people")
  const id = personId(args)
  await endView(world, operator, id)
  return redirect(`/people/${id}`)
}

/** The pages as the member's own browser gets them (server/http/operator/member-page.ts). */
export default function ViewAs() {
  const { id, name, until } = useLoaderData<typeof loader>()
  return (
    <Page title={`As ${name}`}>
      <PressForm className="field-volt mb-3 flex flex-wrap items-center justify-between gap-3 px-4 py-2">
        <p className="font-semibold">{`You see what ${name} sees, until ${until}. Nothing can be changed here.`}</p>
        <Button type="submit" look="quiet" data-key="x" data-says="Stop viewing">
          Stop
        </Button>
      </PressForm>
      <iframe
        title={`The pages of ${name}`}
        src={`/operator/people/${id}/view/account`}
        sandbox="allow-same-origin allow-popups"
        className="h-[78dvh] w-full border border-line bg-surface"
      />
    </Page>
  )
}
