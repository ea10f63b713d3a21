import type { ReactNode } from "react"
import { serviceNames } from "#content/services.ts"
import type { OwnSources } from "#domain/competition/account/sources.ts"
import { Setting } from "../../../ui/setting.tsx"
import type { Answered } from "../member-action.ts"
import { Service } from "./service.tsx"
import { SourceFacts, whatYouChose } from "./source-facts.tsx"

interface ServicesProps {
  services: OwnSources["services"]
  /** When a recording last came as a file. */
  filesReceived: string | null
  answered: Answered | undefined
  /** Whether the part is collapsed unless a service needs to be connected. */
  folded: boolean
  /** The member has not brought any training yet: each service is expanded, one press from being connected. */
  isFirstDay: boolean
}

/** Every way to bring training: the services that this site offers or the member is connected to, files, and the phone. */
export function Services({ services, filesReceived, answered, folded, isFirstDay }: ServicesProps) {
  const shown = serviceNames.filter((name) => services[name].available || services[name].connectedSince)
  // Services that need attention come first, then working ones, then those that could be added.
  const connected = [
    ...shown.filter((name) => services[name].reconnectBy),
    ...shown.filter((name) => services[name].connectedSince && !services[name].reconnectBy),
  ]
  const offered = shown.filter((name) => !services[name].connectedSince)
  // One list, so that a service keeps its state when it moves.
  const ways = [
    ...connected.map((name) => <Service key={name} name={name} state={services[name]} answered={answered} />),
    <Way key="files" title="Files">
      <SourceFacts
        others={whatYouChose}
        counts="Recordings from any watch or app, and whole exports. We keep strength logs too, without points"
        lastReceived={filesReceived}
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
      <Service
        key={name}
        name={name}
        state={services[name]}
        answered={answered}
        folded={offered.length > 2 && !isFirstDay}
      />
    )),
  ]
  return (
    <Setting
      id="services"
      folded={folded && shown.length === 0}
      title="Ways to add your training"
      text="Activities from a connected service arrive automatically. A workout that arrives more than once counts once: we keep the recording with the most detail, and “My activities” says which."
    >
      {shown.length === 0 && (
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
