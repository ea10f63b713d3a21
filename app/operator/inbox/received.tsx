import type { Received } from "#domain/leads/threads/receive-reply.ts"
import { Panel } from "../frame/page.tsx"

/** A mail that arrived in the conversation. What a program wrote is folded. */
export function ReceivedMail({
  submission,
  mail,
}: {
  submission: string
  mail: Omit<Received, "at"> & { at: string }
}) {
  const { at, sender, senderName, isOther, text, automatic, checks, files, leftOut } = mail
  const failed = Object.entries(checks ?? {}).filter(([, result]) => result !== "pass")
  const body = <p className="max-w-[80ch] whitespace-pre-wrap wrap-anywhere">{text || "It has no text."}</p>
  return (
    <Panel title={`${automatic ? "An automatic reply" : "A reply"} from ${senderName || sender}, ${at}`}>
      <ul className="mb-3 grid gap-1 text-small empty:hidden">
        {isOther && (
          <li className="font-semibold text-danger">{`From another address than the message: ${sender}`}</li>
        )}
        {failed.map(([check, result]) => (
          <li key={check} className="font-semibold text-danger">
            {`${check.toUpperCase()}: ${result}. The sender may be forged.`}
          </li>
        ))}
        {checks !== null && failed.length === 0 && (
          <li className="text-muted">SPF, DKIM and DMARC passed.</li>
        )}
        {checks === null && <li className="text-muted">The sender was not checked.</li>}
      </ul>
      {automatic ? (
        <details>
          <summary className="min-h-11 cursor-pointer py-2 text-muted">Show it</summary>
          {body}
        </details>
      ) : (
        body
      )}
      <ul className="mt-3 grid text-small empty:hidden">
        {files.map(({ id, name, size }) => (
          <li key={id}>
            <a
              href={`/operator/inbox/${submission}/files/${id}`}
              download
              className="inline-flex min-h-11 items-center wrap-anywhere"
            >
              {`${name}, ${Math.max(1, Math.round(size / 1024))} kB. Open it only if you expect it.`}
            </a>
          </li>
        ))}
        {leftOut.map((one) => (
          <li key={one} className="text-muted">{`Not kept: ${one}`}</li>
        ))}
      </ul>
    </Panel>
  )
}
