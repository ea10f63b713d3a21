import type { ReactNode } from "react"
import { type ServiceName, serviceNames } from "#content/services.ts"
import { Setting } from "../../../ui/setting.tsx"
import { Failed } from "../failed.tsx"
import { Loading } from "../part.tsx"
import { Service } from "./service.tsx"
import { SourceFacts, whatYouChose } from "./source-facts.tsx"
import { type SourceState, useSources } from "./use-sources.ts"

/**
 * Every way to bring training: the services that this site offers or the member is connected to, files, and the phone.
 * @param folded when no service needs to be connected
 * @param isFirstDay the member has not brought any training yet: each service is expanded, one press from being connected
 */
export function Services({ folded, isFirstDay }: { folded: boolean; isFirstDay: boolean }) {
  const sources = useSources()
  const shown = serviceNames.filter((name) => {
    const state = sources.data?.[name]
    return state && (state.available || state.connectedSince)
  })
  const stateOf = (name: ServiceName) => sources.data?.[name] as SourceState
  // Services that need attention come first, then working ones, then those that could be added.
  const connected = [
    ...shown.filter((name) => stateOf(name).reconnectBy),
    ...shown.filter((name) => stateOf(name).connectedSince && !stateOf(name).reconnectBy),
  ]
  const offered = shown.filter((name) => !stateOf(name).connectedSince)
  // One list, so that a service keeps its state when it moves.
  const ways = [
    ...connected.map((name) => <Service key={name} name={name} state={stateOf(name)} />),
    <Way key="files" title="Files">
      <SourceFacts
        others={whatYouChose}
        counts="Recordings from any watch or app, and whole exports. We keep strength logs too, without points"
        lastReceived={sources.data?.files.lastReceived ?? null}
      />
      <p>
        <a href="#import" className="underline underline-offset-4">
          Import files
        </a>
      </p>
    </Way>,
    <Way key="phone" title="Phone">
      <p className="text-small">
        Install this site from your browser’s menu. On Android it then appears in the share menu of other
        apps, for FIT, GPX, TCX and .zip files. On an iPhone, save the recording to Files and choose it here.
        If you are offline, files wait on your phone. They count like any other file.
      </p>
    </Way>,
    ...offered.map((name) => (
      <Service key={name} name={name} state={stateOf(name)} folded={offered.length > 2 && !isFirstDay} />
    )),
  ]
  return (
    <Setting
      id="services"
      folded={folded && shown.length === 0}
      title="Ways to add your training"
      text="Activities from a connected service arrive automatically. A workout that arrives more than once counts once: we keep the recording with the most detail, and “My activities” says which."
    >
      {sources.error && <Failed what="Your connections" onRetry={() => void sources.refetch()} />}
      {!sources.data && !sources.error && <Loading />}
      {sources.data && shown.length === 0 && (
        <p>
          No service is set up on this site yet. Import your activities as files instead: “Import activities”
          says how to get them out of your watch or app.
        </p>
      )}
      {ways}
    </Setting>
  )
}

/** A way to bring training that needs no connection. */
function Way({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="grid gap-3 border-t border-line pt-4">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </section>
  )
}
