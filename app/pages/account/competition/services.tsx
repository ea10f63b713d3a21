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
    declined: `You did not allow it at ${title}, so nothing was connected.`,
    unknown_state: "That took too long, or began in another browser. Connect again.",
    scope_missing: `${title} needs your leave to share activities. Connect again and accept what it asks.`,
    full: `${title} lets no more athletes connect to this site for now. The people who run it have been told.`,
    already_connected: `That ${title} account is connected to another account here. Disconnect it there first.`,
  }
  if (value === "connected")
    return { kind: "done", text: `${title} is connected. Your next activity there comes in by itself.` }
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
  return (
    <Setting
      id="services"
      title="Ways to bring training"
      text="From a connected service activities come in by themselves. A workout that comes in several ways counts once: the record with more detail stays, and “My activities” says which."
    >
      {sources.error && <Failed what="Your connections" onRetry={() => void sources.refetch()} />}
      {!sources.data && !sources.error && <Loading />}
      {sources.data && shown.length === 0 && (
        <p>
          No service is switched on here. Import your activities as files instead; every service exports them.
        </p>
      )}
      {shown.map((name) => (
        <Service key={name} name={name} state={sources.data?.[name] as SourceState} />
      ))}
      <Way title="Files">
        <SourceFacts
          others={whatYouChose}
          counts="Recordings of any watch or app, and whole exports. Strength logs are kept, without points"
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
          Install this site from your browser’s menu. On Android it is then in the share menu of other apps,
          for FIT, GPX, TCX and .zip. On an iPhone save the recording to Files and choose it here. Without a
          connection files wait on the phone. They count as files do.
        </p>
      </Way>
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

function Service({ name, state }: { name: ServiceName; state: SourceState }) {
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
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      <SourceFacts
        others={othersSee(name)}
        counts="Activities from the day you joined on, unless they are private there"
        lastCame={state.lastCame}
      />
      {outcome && <Notice kind={outcome.kind}>{outcome.text}</Notice>}
      {act.error && <Notice kind="problem">{act.error.message}</Notice>}
      {reconnectBy && <Reconnect title={title} by={reconnectBy} hidden={hidden} />}
      {canConnect && (
        <>
          {consent && <p className="text-small text-muted">{consent}</p>}
          <Act
            {...act}
            name="connect-source"
            look={reconnectBy ? "main" : "plain"}
            label={`${consent ? "Agree and connect" : "Connect"} ${title}${reconnectBy ? " again" : ""}`}
          />
        </>
      )}
      {connectedSince && (
        <>
          {!reconnectBy && <p>Connected since {day.format(new Date(connectedSince))}.</p>}
          <p className="text-small text-muted">
            Disconnecting removes every activity that came from {title}, and the points with it. A mail
            confirms it.
          </p>
          <Act {...act} name="disconnect-source" look="plain" label={`Disconnect ${title} and remove`} />
        </>
      )}
    </section>
  )
}

/** The connection no longer works: what will be lost, and when, unless the member reconnects. */
function Reconnect({ title, by, hidden }: { title: string; by: string; hidden: boolean }) {
  return (
    <Notice kind="problem">
      <p className="font-semibold">{title} needs to be connected again</p>
      <p className="mt-1">
        Our connection to your {title} account no longer works, so new activities do not come in. What is here
        stays, and counts{hidden ? ". Others do not see it until you are connected again" : ""}. Without a new
        connection it is deleted on {day.format(new Date(by))}.
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
