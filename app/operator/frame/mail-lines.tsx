import { Link } from "react-router"
import { PressForm } from "./press-form.tsx"

interface ShownMail {
  id: string
  kind: string
  state: string
  queuedAt: string | null
  /** The mail server's last response. */
  answer: string | null
  /** The account that it is for, on pages that are not the person's own. */
  person?: string | null
}

/** Mails with their states and the server's responses; one that could not be delivered can be sent again. */
export function MailLines({ mails, none }: { mails: readonly ShownMail[]; none: string }) {
  if (mails.length === 0) return <p className="text-small text-muted">{none}</p>
  return (
    <PressForm>
      <ul className="grid gap-1 text-small">
        {mails.map(({ id, kind, state, queuedAt, answer, person }) => (
          <li key={id} className="wrap-anywhere">
            <span className="figures text-muted">{queuedAt}</span>{" "}
            <span className={bad.has(state) ? "font-semibold text-danger" : ""}>
              {`${kind}: ${states[state] ?? state}`}
            </span>
            {answer && ` (${answer})`}
            {person && (
              <Link to={`/people/${person}`} className="mx-2 inline-flex min-h-9 items-center">
                Whose it is
              </Link>
            )}
            {state === "dead" && (
              <button
                type="submit"
                name="resend"
                value={id}
                aria-label={`Send ${kind} again`}
                className="ml-2 min-h-9 cursor-pointer font-semibold underline"
              >
                Send again
              </button>
            )}
          </li>
        ))}
      </ul>
    </PressForm>
  )
}

const bad: ReadonlySet<string> = new Set(["dead", "bounced", "complained"])

const states: Record<string, string> = {
  queued: "on its way",
  sent: "delivered to the server",
  dead: "not delivered",
  bounced: "refused by the mailbox",
  complained: "marked as spam by its reader",
}
