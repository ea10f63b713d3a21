import { countOf, grouped } from "#content/amounts.ts"
import { Button } from "../../ui/button.tsx"
import { Facts } from "../frame/page.tsx"
import { PressForm } from "../frame/press-form.tsx"

interface SourceState {
  name: string
  configured: boolean
  connected: number
  refused: number
  /** Times are in words; null for events that never happened. */
  refusedSince: string | null
  eventAt: string | null
  answeredAt: string | null
  waiting: number
  windows: readonly { name: string; used: number; most: number }[]
  /** Until when the service accepts no requests. */
  closedUntil: string | null
  refusal: string | null
  refusedAt: string | null
  /** Why it refuses this site, worded to follow its name. */
  alarms: readonly string[]
  /** Lists of athletes that omit too many activities to be accepted. */
  held: readonly {
    source: string
    athleteId: number
    name: string | null
    missing: number
    known: number
    since: string
    released: boolean
  }[]
  callback: string
  webhook: string
}

/** The services that athletes can connect: the configured ones and, for the others, how to configure them. */
export function Sources({ sources }: { sources: readonly SourceState[] }) {
  const others = sources.filter(({ configured, connected }) => !configured && connected === 0)
  const shown = sources.filter((one) => !others.includes(one))
  return (
    <div className="grid gap-x-8 gap-y-4 text-small lg:grid-cols-2">
      {shown.map((one) => (
        <Source key={one.name} one={one} />
      ))}
      {shown.length === 0 && <p className="text-muted">No service is configured. Members upload files.</p>}
      {others.length > 0 && (
        <details className="border-t border-line pt-3 lg:col-span-2">
          <summary className="cursor-pointer text-muted">
            Not configured: {others.map(({ name }) => name).join(", ")}
          </summary>
          <p className="mt-2">docs/sources.md says how to apply to each, and which settings it takes.</p>
          {others.map((one) => (
            <div key={one.name} className="mt-3">
              <p className="font-semibold">{one.name}</p>
              <Addresses one={one} />
            </div>
          ))}
        </details>
      )}
    </div>
  )
}

/** The state of a service, its last refusal, and the addresses to enter in its developer settings. */
function Source({ one }: { one: SourceState }) {
  const requests = one.windows.map(({ name, used, most }) => `${grouped(used)} of ${grouped(most)} (${name})`)
  const facts = [
    ["Athletes", `${grouped(one.connected)} connected`],
    one.refused > 0 && ["Must reconnect", `${grouped(one.refused)}, the first since ${one.refusedSince}`],
    ["Last event", one.eventAt ?? "None so far"],
    one.waiting > 0 && ["Waiting", countOf(one.waiting, "event")],
    ["Last comparison", one.answeredAt ?? "None so far"],
    requests.length > 0 && ["Requests", requests.join(", ")],
    one.refusal && ["Last refusal", `${one.refusedAt}: ${one.name} ${one.refusal}`],
  ].filter((fact) => Array.isArray(fact)) as [string, string][]
  return (
    <section aria-label={one.name} className="grid content-start gap-2 border-t border-line pt-3">
      <h3 className="font-semibold">{one.name}</h3>
      {!one.configured && <p className="text-danger">Not configured anymore, but athletes are connected.</p>}
      {one.alarms.map((alarm) => (
        <p key={alarm} className="text-danger">
          {one.name} {alarm}
        </p>
      ))}
      {one.closedUntil && (
        <p>
          {one.name} accepts no requests until {one.closedUntil}. Waiting work continues then.
        </p>
      )}
      <Facts facts={facts} />
      {one.held.map((list) => (
        <PressForm key={list.athleteId} className="grid justify-items-start gap-2">
          <p>
            {`Since ${list.since}, its list for ${list.name ?? "an athlete"} leaves out ${list.missing} of ${list.known} activities. Nothing was removed.`}
          </p>
          {list.released ? (
            <p className="text-muted">The next comparison asks for each of them.</p>
          ) : (
            <Button type="submit" name="release" value={`${list.source} ${list.athleteId}`} look="quiet">
              Ask for each, and remove those that are gone
            </Button>
          )}
        </PressForm>
      ))}
      <details>
        <summary className="cursor-pointer text-muted">Addresses to enter there</summary>
        <Addresses one={one} />
      </details>
    </section>
  )
}

function Addresses({ one }: { one: SourceState }) {
  return (
    <dl className="mt-1 grid gap-1 break-all">
      <dt className="text-muted">Where athletes return</dt>
      <dd>{one.callback}</dd>
      <dt className="text-muted">Webhook, which is secret</dt>
      <dd>{one.webhook}</dd>
    </dl>
  )
}
