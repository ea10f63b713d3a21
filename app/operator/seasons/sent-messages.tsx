import { countOf } from "#content/amounts.ts"

interface Sent {
  id: string
  at: string
  by: string
  subject: string
  text: string
  mails: number
  waiting: number
  failed: number
}

/** The messages to the winners, and the state of their mails. */
export function SentMessages({ messages }: { messages: readonly Sent[] }) {
  if (messages.length === 0) return null
  return (
    <ul className="mt-4 grid gap-2 border-t border-line pt-3 text-small">
      {messages.map(({ id, at, by, subject, text, mails, waiting, failed }) => (
        <li key={id}>
          <details>
            <summary className="min-h-11 cursor-pointer py-2 wrap-anywhere">
              <span className="font-semibold">{subject}</span>{" "}
              <span className="text-muted">
                {`${at}, ${by}: ${countOf(mails, "mail")}`}
                {waiting > 0 && `, ${waiting} on the way`}
                {failed > 0 && `, ${failed} failed`}
              </span>
            </summary>
            <p className="whitespace-pre-wrap border-l-4 border-line pl-3 wrap-anywhere">{text}</p>
          </details>
        </li>
      ))}
    </ul>
  )
}
