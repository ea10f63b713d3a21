import { useMutation } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { useSearchParams } from "react-router"
import { type ServiceName, serviceNames, services } from "#content/services.ts"
import { useFunctions } from "../../../session/use-functions.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Setting } from "../../../ui/setting.tsx"
import { Failed } from "../failed.tsx"
import { Loading } from "../part.tsx"
import { useRefresh } from "../use-rows.ts"
import { othersSee, SourceFacts, whatYouChose } from "./source-facts.tsx"
import { type SourceState, useSources } from "./use-sources.ts"

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

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long" })

/** Every way to bring training: the services that this site offers or the member is connected to, files, and the phone. */
export function Services() {
  const sources = useSources()
  const shown = serviceNames.filter((name) => {
    const state = sources.data?.[name]
    return state && (state.available || state.connectedSince)
  })
  const stateOf = (name: ServiceName) => sources.data?.[name] as SourceState
  // What needs the member comes first, then what works, then what they could add.
  const connected = [
    ...shown.filter((name) => stateOf(name).reconnectBy),
    ...shown.filter((name) => stateOf(name).connectedSince && !stateOf(name).reconnectBy),
  ]
  const offered = shown.filter((name) => !stateOf(name).connectedSince)
  return (
    <Setting
      id="services"
      title="Ways to add your training"
      text="Activities from a connected service arrive automatically. A workout that arrives more than once counts once: we keep the recording with the most detail, and “My activities” says which."
    >
      {sources.error && <Failed what="Your connections" onRetry={() => void sources.refetch()} />}
      {!sources.data && !sources.error && <Loading />}
      {sources.data && shown.length === 0 && (
        <p>
          No service is set up on this site yet. Import your activities as files instead; every service can
          export them.
        </p>
      )}
      {connected.map((name) => (
        <Service key={name} name={name} state={stateOf(name)} />
      ))}
      <Way title="Files">
        <SourceFacts
          others={whatYouChose}
          counts="Recordings from any watch or app, and whole exports. We keep strength logs too, without points"
          lastCame={sources.data?.files.lastCame ?? null}
        />
        <p>
          <a href="#import" className="underline underline-offset-4">
            Import files
          </a>
        </p>
      </Way>
      <Way title="Phone">
        <p className="text-small">
          Install this site from your browser’s menu. On Android it then appears in the share menu of other
          apps, for FIT, GPX, TCX and .zip files. On an iPhone, save the recording to Files and choose it
          here. If you are offline, files wait on your phone. They count like any other file.
        </p>
      </Way>
      {offered.map((name) => (
        <Service key={name} name={name} state={stateOf(name)} folded={offered.length > 2} />
      ))}
    </Setting>
  )
}

/** A way that needs no connection. */
function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}

interface ServiceProps {
  name: ServiceName
  state: SourceState
  /** Only its name, until it is opened. */
  folded?: boolean
}

function Service({ name, state, folded = false }: ServiceProps) {
  const call = useFunctions()
  const refresh = useRefresh()
  const [params] = useSearchParams()
  const { title, consent } = services[name]
  const act = useMutation({
    mutationFn: async (act: ActName) => {
      const input =
        act === "connect-source" && consent !== null ? { source: name, consent } : { source: name }
      const answer = await call<{ url?: string }>(act, input)
      if (!answer.ok) throw new Error(answer.message)
      if (answer.value.url) location.assign(answer.value.url)
      else await refresh()
    },
  })
  const came = params.get(name)
  const outcome = came && act.isIdle ? outcomeOf(came, title) : null
  const { reconnectBy, connectedSince, hidden } = state
  const canConnect = state.available && (!connectedSince || reconnectBy)
  const offer = canConnect && (
    <>
      {consent && <p className="text-small text-muted">{consent}</p>}
      <Act
        {...act}
        name="connect-source"
        look={reconnectBy ? "main" : "plain"}
        label={`${consent ? "Agree and connect" : "Connect"} ${title}${reconnectBy ? " again" : ""}`}
      />
    </>
  )
  const facts = (
    <SourceFacts
      others={othersSee(name, connectedSince !== null)}
      counts="Activities since the day you joined, unless they are private there"
      lastCame={state.lastCame}
    />
  )
  if (folded && !outcome && !act.error)
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
      {act.error && <Notice kind="problem">{act.error.message}</Notice>}
      {reconnectBy && <Reconnect title={title} by={reconnectBy} hidden={hidden} />}
      {facts}
      {offer}
      {connectedSince && (
        <>
          {!reconnectBy && <p>Connected since {day.format(new Date(connectedSince))}.</p>}
          <p className="text-small text-muted">
            Disconnecting deletes every activity that came from {title} and the points it earned. We will
            email you to confirm.
          </p>
          <Act {...act} name="disconnect-source" look="plain" label={`Disconnect ${title} and delete`} />
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
        reconnect, we delete it on {day.format(new Date(by))}.
      </p>
    </Notice>
  )
}

type ActName = "connect-source" | "disconnect-source"

function Act({
  name,
  label,
  look,
  isPending,
  variables,
  mutate,
}: {
  name: ActName
  label: string
  look: "plain" | "main"
  isPending: boolean
  variables: ActName | undefined
  mutate: (name: ActName) => void
}) {
  return (
    <Button
      look={look}
      className="justify-self-start"
      aria-disabled={isPending || undefined}
      onClick={() => isPending || mutate(name)}
    >
      {isPending && variables === name ? "One moment…" : label}
    </Button>
  )
}
