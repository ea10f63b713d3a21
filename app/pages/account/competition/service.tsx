import { useSearchParams } from "react-router"
import { type ServiceName, services } from "#content/services.ts"
import type { OwnService } from "#domain/competition/account/sources.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { Answered } from "../member-action.ts"
import { FormOutcome, MemberForm, useSending } from "../member-form.tsx"
import { othersSee, SourceFacts } from "./source-facts.tsx"

/** How the visit to a service ended, by the value in the address. */
function outcomeOf(value: string, title: string): { kind: "done" | "problem"; text: string } {
  const problems: Record<string, string> = {
    declined: `You did not allow the connection on ${title}, so nothing was connected.`,
    unknown_state: "That took too long, or you started in another browser. Please connect again.",
    scope_missing: `${title} needs your permission to share activities. Connect again and accept what it asks.`,
    full: `${title} is not letting more athletes connect to this site right now. We have been notified.`,
    already_connected: `That ${title} account is connected to another account here. Disconnect it there first.`,
  }
  if (value === "connected")
    return {
      kind: "done",
      text: `${title} is connected. Your next activity there will show up here automatically.`,
    }
  const text = problems[value] ?? `${title} could not be connected. Try again in a few minutes.`
  return { kind: "problem", text }
}

interface ServiceProps {
  name: ServiceName
  state: OwnService
  answered: Answered | undefined
  /** Only its name, until it is opened. */
  folded?: boolean
}

/** A service that the member is connected to, or could be. */
export function Service({ name, state, answered, folded = false }: ServiceProps) {
  const [params] = useSearchParams()
  const { title, consent } = services[name]
  const [connecting, disconnecting] = [`connect-${name}`, `disconnect-${name}`]
  const came = params.get(name)
  const isAnswered = answered?.form === connecting || answered?.form === disconnecting
  const { reconnectBy, connectedSince, hidden } = state
  // The address still says so after the service was disconnected.
  const isOver = came === "connected" && connectedSince === null
  const outcome = came && !isAnswered && !isOver ? outcomeOf(came, title) : null
  const canConnect = state.available && (!connectedSince || reconnectBy)
  const offer = canConnect && (
    <MemberForm name={connecting} className="grid gap-3">
      {consent && (
        <>
          <p className="text-small text-muted">{consent}</p>
          <input type="hidden" name="consent" value={consent} />
        </>
      )}
      <Act
        form={connecting}
        look={reconnectBy ? "main" : "plain"}
        label={`${consent ? "Agree and connect" : "Connect"} ${title}${reconnectBy ? " again" : ""}`}
      />
    </MemberForm>
  )
  const facts = (
    <SourceFacts
      others={othersSee(name, connectedSince !== null)}
      counts="Activities since the day you joined, unless they are private there"
      lastReceived={state.lastReceived}
    />
  )
  const problems = [connecting, disconnecting].map((form) => (
    <FormOutcome key={form} name={form} answered={answered} />
  ))
  if (folded && !outcome && !(isAnswered && !answered.ok))
    return (
      <section aria-label={title} className="border-t border-line pt-4">
        <details className="group grid gap-3">
          <summary className="-my-2 flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 [&::-webkit-details-marker]:hidden">
            <h3 className="font-semibold">{title}</h3>
            <span className="text-small text-muted underline underline-offset-4 group-open:hidden">
              Connect…
            </span>
          </summary>
          <div className="mt-3 grid gap-3">
            {facts}
            {offer}
          </div>
        </details>
      </section>
    )
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {outcome && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
      {problems}
      {reconnectBy && <Reconnect title={title} by={reconnectBy} hidden={hidden} />}
      {facts}
      {offer}
      {connectedSince && (
        <>
          {!reconnectBy && <p>Connected since {connectedSince}.</p>}
          <p className="text-small text-muted">
            Disconnecting deletes every activity that came from {title} and the points it earned. We will
            email you to confirm.
          </p>
          <MemberForm name={disconnecting}>
            <Act form={disconnecting} look="plain" label={`Disconnect ${title} and delete`} />
          </MemberForm>
        </>
      )}
    </section>
  )
}

/** The connection no longer works: what will be lost, and when, unless the member reconnects. */
function Reconnect({ title, by, hidden }: { title: string; by: string; hidden: boolean }) {
  return (
    <Notice kind="problem">
      <p className="font-semibold">Please reconnect {title}</p>
      <p className="mt-1">
        Our connection to your {title} account stopped working, so we are not getting new activities. What is
        here stays and counts{hidden ? ", but others cannot see it until you reconnect" : ""}. If you do not
        reconnect, we delete it on {by}.
      </p>
    </Notice>
  )
}

function Act({ form, label, look }: { form: string; label: string; look: "plain" | "main" }) {
  const busy = useSending(form)
  return (
    <Button type="submit" look={look} className="justify-self-start" aria-disabled={busy || undefined}>
      {busy ? "One moment…" : label}
    </Button>
  )
}
