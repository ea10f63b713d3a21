import { useLoaderData } from "react-router"
import { photoAddress } from "#content/photos.ts"
import { reviewsPhotos } from "#domain/members/photo.ts"
import { waitingPhotos } from "#domain/members/photo-review.ts"
import { decidePhotoAsOperator, switchPhotoReviewAsOperator } from "#domain/operator/people/photo-commands.ts"
import { holds } from "#domain/operator/roles.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { ReviewTabs } from "./review-tabs.tsx"
import { words } from "./words.ts"

/** Photos on one page; the next ones follow once these are decided. */
const pageSize = 24

export async function loader(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const waiting = await waitingPhotos(world)
  return {
    total: waiting.length,
    photos: waiting.slice(0, pageSize).map(({ version, key, name, placedAt }) => ({
      ...{ version, name },
      picture: photoAddress(version, 256, "webp", key),
      large: photoAddress(version, 768, "webp", key),
      placed: momentInWords(placedAt),
    })),
    // Helpers decide about photos; whether new ones wait at all is the owner's choice.
    rule: holds(operator.role, "owner") ? await reviewsPhotos(world.db) : null,
  }
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/review")
  const form = await args.request.formData()
  if (form.has("rule")) {
    const on = form.get("rule") === "on"
    const done = await switchPhotoReviewAsOperator(world, operator, { on })
    if (!done.ok) return refused(done.code, words, args.request)
    return said(on ? "New photos wait for an operator." : "New photos are shown at once.")
  }
  const decision = form.get("decision")
  if (decision !== "show" && decision !== "decline")
    return { ok: false, text: "Choose what to do." } satisfies Answer
  const done = await decidePhotoAsOperator(world, operator, {
    version: String(form.get("version")),
    decision,
  })
  if (!done.ok) return refused(done.code, words, args.request)
  const name = String(form.get("name")).slice(0, 80)
  return said(
    decision === "show"
      ? `The photo of ${name} is shown.`
      : `The photo of ${name} is declined and erased. ${name} sees that on the account page.`,
  )
}

function said(text: string): Answer {
  return { ok: true, text }
}

export default function Photos() {
  const { photos, total, rule } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Photos"
      text="New photos of members. Only their owners see them until you show them. Reported ones are in Reports."
    >
      <Answered />
      <ReviewTabs view="photos" />
      {photos.length === 0 && (
        <p className="border border-line bg-raised px-5 py-8">No photo is waiting. New ones come here.</p>
      )}
      {total > photos.length && (
        <p className="mb-4 text-small text-muted">{`The first ${photos.length} of ${total}.`}</p>
      )}
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(15rem,1fr))] gap-4">
        {photos.map((photo) => (
          <li key={photo.version} className="flex flex-col border border-line bg-raised">
            <a
              href={photo.large}
              target="_blank"
              rel="noreferrer"
              aria-label={`Photo of ${photo.name}, large`}
            >
              <img
                src={photo.picture}
                alt={`Sent by ${photo.name}`}
                width={256}
                height={256}
                loading="lazy"
                className="block aspect-square w-full bg-surface object-cover"
              />
            </a>
            <div className="flex grow flex-col gap-2 p-3 text-small">
              <p className="font-semibold wrap-anywhere">{photo.name}</p>
              <p className="figures text-muted">{`Placed ${photo.placed}`}</p>
              <PressForm className="mt-auto flex flex-wrap gap-2">
                <input type="hidden" name="version" value={photo.version} />
                <input type="hidden" name="name" value={photo.name} />
                <Button
                  type="submit"
                  name="decision"
                  value="show"
                  className="min-h-11 grow"
                  aria-label={`Show the photo of ${photo.name}`}
                >
                  Show it
                </Button>
                <Button
                  type="submit"
                  name="decision"
                  value="decline"
                  look="quiet"
                  className="min-h-11"
                  aria-label={`Decline the photo of ${photo.name}`}
                >
                  Decline
                </Button>
              </PressForm>
            </div>
          </li>
        ))}
      </ul>
      {rule !== null && (
        <Panel title="New photos" className="mt-8">
          <PressForm className="flex flex-wrap items-center gap-4 text-small">
            <p className="grow">
              {rule
                ? "New photos wait for an operator."
                : "New photos are shown at once. One that is reported waits in Reports."}
            </p>
            <Button type="submit" name="rule" value={rule ? "off" : "on"} look="quiet">
              {rule ? "Show new photos at once" : "Look at new photos first"}
            </Button>
          </PressForm>
        </Panel>
      )}
    </Page>
  )
}
