import { Link, useLoaderData } from "react-router"
import { readSponsors } from "#domain/competition/sponsors/sponsors.ts"
import { addSponsorFromConsole, linkSponsor, unlinkSponsor } from "#domain/operator/sponsors.ts"
import { momentInWords } from "#domain/site-clock.ts"
import { Button } from "../../ui/button.tsx"
import { type Answer, refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import { Answered } from "../frame/answered.tsx"
import { Page, Panel } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"
import { Text } from "./fields.tsx"
import { words } from "./words.ts"

export async function loader(args: RouteArgs) {
  const { world } = enter(args, "/seasons")
  return (await readSponsors(world)).map(({ link, races, ...sponsor }) => ({
    ...sponsor,
    races: races.map(({ season, race }) =>
      race === null
        ? { says: season, path: `/seasons/${season}` }
        : { says: `${season}/${race}`, path: `/seasons/${season}/races` },
    ),
    link: link && { url: world.settings.siteUrl + link.path, until: momentInWords(link.until) },
  }))
}

export async function action(args: RouteArgs) {
  const { world, operator } = enter(args, "/seasons")
  const form = await args.request.formData()
  const what = String(form.get("do") ?? "")
  const id = Number(form.get("id"))
  const done =
    what === "add"
      ? await addSponsorFromConsole(world, operator, String(form.get("name") ?? "").slice(0, 200))
      : what === "link"
        ? await linkSponsor(world, operator, id)
        : what === "end"
          ? await unlinkSponsor(world, operator, id)
          : null
  if (!done) return { ok: false, text: "Choose what to do." } satisfies Answer
  if (!done.ok) return refused(done.code, sponsorWords, args.request)
  const said = {
    add: "Added. Choose it on the page of a season or its side races, and make a link to send.",
    link: "This link works for a year. The one before has ended.",
    end: "The link has ended: whoever follows it finds nothing.",
  }
  return { ok: true, text: said[what as keyof typeof said] } satisfies Answer
}

/** Everybody who sponsors a season or side race, and the secret link to what it came to. */
export default function Sponsors() {
  const sponsors = useLoaderData<typeof loader>()
  return (
    <Page
      title="Sponsors"
      text="The link of a sponsor shows the community’s figures, their races with prizes, and what each came to. Numbers alone, and none of a group that is small enough to recognize somebody."
    >
      <Answered />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <div className="grid content-start gap-5">
          {sponsors.length === 0 && (
            <p className="border border-line bg-raised px-5 py-8">
              No sponsors yet. Add one, then choose it on the page of a season or its side races.
            </p>
          )}
          {sponsors.map(({ id, name, link, races }) => (
            <Panel key={id} title={name}>
              <p className="text-small">
                {races.length === 0 ? (
                  <span className="text-muted">No race yet.</span>
                ) : (
                  races.map(({ says, path }) => (
                    <Link key={says} to={path} className="mr-4 inline-flex min-h-11 items-center">
                      {says}
                    </Link>
                  ))
                )}
              </p>
              <p className="text-small wrap-anywhere">
                {link ? (
                  <>
                    <a href={link.url} className="inline-block py-2 font-mono" rel="noreferrer">
                      {link.url}
                    </a>
                    <span className="block text-muted">Works until {link.until}.</span>
                  </>
                ) : (
                  <span className="text-muted">No link works right now.</span>
                )}
              </p>
              <PressForm className="mt-3 flex flex-wrap gap-2">
                <input type="hidden" name="id" value={id} />
                <Button type="submit" name="do" value="link" look="quiet">
                  {link ? `Make a new link for ${name}` : `Make a link for ${name}`}
                </Button>
                {link && (
                  <Button type="submit" name="do" value="end" look="quiet">
                    {`End the link of ${name}`}
                  </Button>
                )}
              </PressForm>
            </Panel>
          ))}
        </div>
        <Panel title="Add a sponsor">
          <PressForm key={sponsors.length} className="grid gap-3 text-small">
            <Text label="Name, as members know it" name="name" value="" most={80} />
            <Button type="submit" name="do" value="add" className="justify-self-start">
              Add the sponsor
            </Button>
          </PressForm>
        </Panel>
      </div>
    </Page>
  )
}

const sponsorWords = {
  ...words,
  bad_name: "A sponsor’s name has 2 to 80 characters.",
  name_taken: "There is a sponsor with this name already.",
}
