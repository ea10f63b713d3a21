import { listById } from "#content/lists.ts"
import {
  cancelIssue,
  createIssue,
  editIssue,
  type IssueText,
  issueStatus,
  scheduleIssue,
} from "#domain/leads/newsletter/issue.ts"
import { pauseIssue, resumeIssue } from "#domain/leads/newsletter/pause.ts"
import { retryIssue } from "#domain/leads/newsletter/recipients.ts"
import { sendTestMail } from "#domain/leads/newsletter/test-mail.ts"
import type { Db, World } from "#domain/world.ts"
import type { CommandName } from "../commands.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

type Written = Omit<IssueText, "html">

/** Keeps an issue, a new one without an id. Errors: those of `act`, `createIssue` and `editIssue`, and `links`: no mail can carry them. */
export async function writeIssue(world: World, operator: Operator, id: number | null, written: Written) {
  const { markup, settings } = world
  if (!markup) throw new Error("This process cannot read Markdown")
  const { siteUrl } = settings
  const unusable = markup.unusableLinks(written.markdown, siteUrl)
  if (unusable.length > 0) return { ok: false as const, code: "links" as const, unusable }
  const text = { ...written, html: markup.mailHtml(written.markdown, siteUrl) }
  return act(
    world,
    operator,
    about("newsletter.write", id),
    async (inside): Promise<{ ok: true; id: number } | { ok: false; code: string }> => {
      if (id === null) return createIssue(inside, text)
      const edited = await editIssue(inside, id, text)
      return edited.ok ? { ok: true, id } : edited
    },
  )
}

/** Sends a test to one address. Errors: those of `act` and `sendTestMail`. */
export async function testIssue(world: World, operator: Operator, id: number, to: string) {
  return act(world, operator, about("newsletter.test", id), (inside) => sendTestMail(inside, id, to))
}

/**
 * Sets the hour of an issue, for what is going to be read only: errors are those of `act` and `scheduleIssue`, and `archived` (its list
 * is no longer on the site), `untested` (since its last change), `nobody` (has confirmed), `past`.
 */
export async function scheduleFromConsole(world: World, operator: Operator, id: number, at: Date) {
  return act(
    world,
    operator,
    about("newsletter.schedule", id),
    async (inside): Promise<{ ok: true; readers: number } | { ok: false; code: string }> => {
      const status = await issueStatus(inside.db, id)
      if (!status) return { ok: false, code: "not_found" }
      if (!listById(status.issue.list)) return { ok: false, code: "archived" }
      if (status.issue.testedAt === null) return { ok: false, code: "untested" }
      if (status.recipients === 0) return { ok: false, code: "nobody" }
      if (at.getTime() < inside.now().getTime() - 60_000) return { ok: false, code: "past" }
      const done = await scheduleIssue(inside, id, at)
      return done.ok ? { ok: true, readers: status.recipients } : done
    },
  )
}

const runs = { pause: pauseIssue, resume: resumeIssue, cancel: cancelIssue, retry: retryIssue } as const
export type IssueRun = keyof typeof runs

/** Pauses, resumes, stops or retries an issue. Errors: those of `act` and of the verb. */
export async function runIssue(world: World, operator: Operator, id: number, run: IssueRun) {
  return act(
    world,
    operator,
    about(`newsletter.${run}`, id),
    (inside): Promise<{ ok: true } | { ok: false; code: string }> => runs[run](inside, id),
  )
}

function about(command: CommandName, id: number | null) {
  return {
    command,
    subject: { kind: "newsletter", id: id === null ? "new" : String(id) },
    look: async (db: Db): Promise<Record<string, unknown>> => {
      const [row] = await db.sql<Record<string, unknown>>`
        select state, subject, scheduled_at as "scheduledAt" from newsletter_issues where id = ${id}
      `
      return { ...row }
    },
  }
}
