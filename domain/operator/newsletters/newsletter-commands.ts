import { listById } from "#content/lists.ts"
import type { Sponsored } from "#domain/competition/seasons/sponsorship.ts"
import {
  cancelIssue,
  createIssue,
  editIssue,
  type IssueText,
  issueStatus,
  scheduleIssue,
} from "#domain/leads/newsletter/issue.ts"
import { pauseIssue, resumeIssue } from "#domain/leads/newsletter/pause.ts"
import { keepPicture, storePicture } from "#domain/leads/newsletter/pictures.ts"
import { retryIssue } from "#domain/leads/newsletter/recipients.ts"
import { setInArchive } from "#domain/leads/newsletter/set-in-archive.ts"
import { sendTestMail } from "#domain/leads/newsletter/test-mail.ts"
import { withPicture } from "#domain/leads/newsletter/with-picture.ts"
import type { World } from "#domain/world.ts"
import type { Refusal } from "#primitives/outcome.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"
import { about, aboutMade } from "./about-issue.ts"
import { sponsorLetter } from "./sponsor-letter.ts"

/** An operator's input; the HTML is rendered from the Markdown. */
type Written = Omit<IssueText, "html">

interface Undoing {
  /** The entry that this command reverses. */
  undoes?: number | null
  /** The reason, for the journal. */
  why?: string | null
}

/** Links that cannot be used in a mail, or pictures on other servers. */
type Unusable = Refusal<"links" | "pictures", { unusable: string[] }>

type Kept = { ok: true; id: number } | Refusal

/**
 * Saves an issue; a new one if there is no id. Errors: those of `act`, `createIssue` and `editIssue`; `links`: they
 * cannot be used in a mail; `pictures`: other servers would learn who opens the mail. `unusable` names them.
 */
export async function writeIssue(
  world: World,
  operator: Operator,
  id: number | null,
  written: Written,
  { undoes = null }: Undoing = {},
) {
  const text = rendered(world, written)
  if (!text.ok) return text
  return act(world, operator, { ...aboutMade("newsletter.write", id), undoes }, (inside) =>
    keep(inside, id, text.text),
  )
}

/**
 * Adds a picture to an issue, at the position `at` of its Markdown, and saves the issue. Errors: those of `writeIssue`;
 * `no_picture`; `no_description`: readers who cannot see it need one.
 */
export async function addPicture(
  world: World,
  operator: Operator,
  id: number | null,
  {
    written,
    bytes,
    description,
    at,
  }: { written: Written; bytes: Uint8Array; description: string; at: number },
) {
  if (description === "") return { ok: false as const, code: "no_description" as const }
  const stored = await storePicture(world, bytes)
  if (!stored.ok) return stored
  return act(
    world,
    operator,
    aboutMade("newsletter.picture", id),
    async (inside): Promise<Kept | Unusable> => {
      const address = await keepPicture(inside.db, stored.picture, inside.now())
      const markdown = withPicture(written.markdown, { address, description, at })
      const text = rendered(world, { ...written, markdown })
      return text.ok ? keep(inside, id, text.text) : text
    },
  )
}

function rendered(
  { markup, settings: { siteUrl } }: World,
  written: Written,
): { ok: true; text: IssueText } | Unusable {
  if (!markup) throw new Error("This process cannot read Markdown")
  const links = markup.unusableLinks(written.markdown, siteUrl)
  if (links.length > 0) return { ok: false, code: "links", unusable: links }
  const pictures = markup.foreignPictures(written.markdown, siteUrl)
  if (pictures.length > 0) return { ok: false, code: "pictures", unusable: pictures }
  return { ok: true, text: { ...written, html: markup.mailHtml(written.markdown, siteUrl) } }
}

/**
 * Makes the email about a sponsored season or side race, as a draft. Errors: those of `writeIssue`; `written_before`;
 * `unknown_race`; `no_sponsor`.
 */
export async function writeSponsorIssue(world: World, operator: Operator, of: Sponsored) {
  return act(
    world,
    operator,
    aboutMade("newsletter.sponsor", null),
    async (inside): Promise<Kept | Unusable> => {
      const letter = await sponsorLetter(inside, of)
      if (!letter.ok) return letter
      const text = rendered(world, letter.written)
      return text.ok ? createIssue(inside, text.text, letter.sponsorship) : text
    },
  )
}

async function keep(inside: World, id: number | null, text: IssueText): Promise<Kept> {
  if (id === null) return createIssue(inside, text)
  const edited = await editIssue(inside, id, text)
  return edited.ok ? { ok: true, id } : edited
}

/** Previews the mail of a text without saving it. Errors: `links`, `pictures`. */
export function renderIssue(world: World, written: Written) {
  return rendered(world, written)
}

/** Sends a test to one address. Errors: those of `act` and `sendTestMail`. */
export async function testIssue(world: World, operator: Operator, id: number, to: string) {
  return act(world, operator, about("newsletter.test", id), (inside) => sendTestMail(inside, id, to))
}

/** Why an issue cannot be scheduled: see `scheduleFromConsole`. */
type Unready = "not_found" | "archived" | "untested" | "nobody"

/** The reason why an issue cannot be scheduled; null if it can. */
export async function whyNotReady(world: World, id: number): Promise<Unready | null> {
  const ready = await readersOf(world, id)
  return ready.ok ? null : ready.code
}

/** How many people would receive an issue, if it can be scheduled. */
async function readersOf(
  world: World,
  id: number,
): Promise<{ ok: true; readers: number } | { ok: false; code: Unready }> {
  const status = await issueStatus(world.db, id)
  if (!status) return { ok: false, code: "not_found" }
  if (!listById(status.issue.list)) return { ok: false, code: "archived" }
  if (status.issue.testedAt === null) return { ok: false, code: "untested" }
  const { recipients: readers } = status
  return readers === 0 ? { ok: false, code: "nobody" } : { ok: true, readers }
}

/**
 * A time this recent means now. The form's times are whole minutes, so that the current one has begun up to a minute
 * ago, and some minutes pass between choosing it and pressing the button.
 */
const justPassedMs = 5 * 60_000

/**
 * Schedules an issue, provided that somebody can receive it. Errors: those of `act` and `scheduleIssue`, and `archived`
 * (its list is no longer on the site), `untested` (since its last change), `nobody` (has confirmed), `past`.
 */
export async function scheduleFromConsole(
  world: World,
  operator: Operator,
  id: number,
  at: Date,
  { undoes = null, why = null }: Undoing = {},
) {
  return act(
    world,
    operator,
    { ...about("newsletter.schedule", id), undoes, reason: why },
    async (inside): Promise<{ ok: true; readers: number } | { ok: false; code: string }> => {
      const ready = await readersOf(inside, id)
      if (!ready.ok) return ready
      if (at.getTime() < inside.now().getTime() - justPassedMs) return { ok: false, code: "past" }
      const done = await scheduleIssue(inside, id, at)
      return done.ok ? ready : done
    },
  )
}

const runs = {
  pause: pauseIssue,
  resume: resumeIssue,
  cancel: cancelIssue,
  retry: retryIssue,
  hide: (world: World, id: number) => setInArchive(world.db, id, false),
  show: (world: World, id: number) => setInArchive(world.db, id, true),
} as const
export type IssueRun = keyof typeof runs

/**
 * Pauses, resumes, stops or retries an issue, removes it from the archive or puts it back. Errors: those of `act` and
 * of the verb.
 */
export async function runIssue(
  world: World,
  operator: Operator,
  id: number,
  run: IssueRun,
  { undoes = null }: Undoing = {},
) {
  return act(
    world,
    operator,
    { ...about(`newsletter.${run}`, id), undoes },
    (inside): Promise<{ ok: true } | { ok: false; code: string }> => runs[run](inside, id),
  )
}
