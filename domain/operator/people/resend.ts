import type { World } from "#domain/world.ts"
import type { Db } from "#ports/db.ts"
import { act } from "../journal.ts"
import type { Operator } from "../roles.ts"

/** The id of the mail to resend from a form; for invalid input, an id that no mail has. */
export function mailId(form: FormData): string {
  const id = String(form.get("resend"))
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : "00000000-0000-0000-0000-000000000000"
}

/**
 * Sends a mail again that could not be delivered. Errors: those of `act`, and `not_kept`: it was delivered meanwhile,
 * or is being sent; delivered mails are not kept.
 */
export async function resendMail(world: World, operator: Operator, id: string) {
  const [mail] = await world.db.sql<{ recipient: string | null }>`
    select recipient from private.mails where id = ${id}`
  const subject = { kind: "mail", id, person: { email: mail?.recipient ?? null } }
  const look = async ({ sql }: Db): Promise<Record<string, unknown>> => {
    const [row] = await sql<Record<string, unknown>>`select state from private.mails where id = ${id}`
    return { ...row }
  }
  return act(
    world,
    operator,
    { command: "mail.resend", subject, look },
    async (inside): Promise<{ ok: true } | { ok: false; code: "not_kept" }> =>
      (await inside.mail.again(inside.db, id)) ? { ok: true } : { ok: false, code: "not_kept" },
  )
}
