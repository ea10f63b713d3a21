import type { ServiceName } from "#content/services.ts"
import type { Outcome, Refusal } from "#primitives/outcome.ts"
import type { RecordedActivity } from "./recorded.ts"

/**
 * A service where athletes keep their activities, as four small parts: connect, verify, fetch, revoke. The frame around
 * them (domain/competition/intake/connections) keeps tokens, refreshes them, remembers events, sweeps and back-fills; an
 * adapter (adapters/sources) speaks the service's protocol. An expected refusal is a value; an outage throws, so that a
 * job tries again.
 */
export interface Service {
  readonly name: ServiceName
  readonly connect: ServiceConnect
  /**
   * Reads what came to our address for events: proves the sender as far as the service allows and answers its events.
   * Events are hints: what they are about is fetched again.
   */
  verify(request: Request): Promise<Verified>
  readonly fetch: ServiceFetch
  /** Ends a grant at the service. A token that the service does not know is no error. */
  revoke(grant: HeldGrant): Promise<ServiceAnswer<null>>
}

interface ServiceConnect {
  /** Where the athlete gives consent. */
  authorizeUrl(options: { state: string; redirectUri: string }): string
  /** Turns the code with which the athlete comes back into a grant. */
  exchange(options: { code: string; redirectUri: string }): Promise<ServiceAnswer<Grant>>
  /** Whether these scopes let us read activities. */
  suffices(scopes: readonly string[]): boolean
  refresh(refreshToken: string): Promise<ServiceAnswer<Grant>>
}

interface ServiceFetch {
  activity(token: string, externalId: string): Promise<ServiceAnswer<Fetched>>
  /** Activities that began after `after`; pages from 1. */
  activities(token: string, options: { after: Date; page: number }): Promise<ServiceAnswer<FetchedPage>>
  /** Whether the athlete belongs to the competition's club; absent where there is none to check. */
  isClubMember?(token: string): Promise<ServiceAnswer<boolean>>
}

/**
 * `unauthorized`: the athlete's token is no longer good. `not_found`: it is gone, or the athlete does not show it.
 * `application_refused`: the service refuses this site, whoever the athlete is. It says nothing about a grant.
 * `limited`: the service takes no more requests `until` then.
 */
export type ServiceAnswer<Value> = Outcome<
  Value,
  | Refusal<"unauthorized">
  | Refusal<"not_found">
  | Refusal<"application_refused", { because: ApplicationRefusal }>
  | Refusal<"limited", { until: Date }>
>

/**
 * Why a service refuses this site: its id or secret is wrong, its subscription at the service has lapsed, it has as many
 * athletes as it may have, or a reason that the service does not tell.
 */
export type ApplicationRefusal = "credentials" | "inactive" | "capacity" | "unknown"

export interface Grant {
  /** The athlete's id at the service; null in answers to a refresh. */
  accountId: string | null
  accessToken: string
  /** Null where access tokens do not end, or nothing can be refreshed. */
  refreshToken: string | null
  /** When the access token ends; null when the service does not say. */
  until: Date | null
  /** What the athlete agreed to; null when the answer does not say. */
  scopes: string[] | null
}

/** A grant as it is given back. */
export interface HeldGrant {
  accountId: string
  accessToken: string
  refreshToken: string | null
}

/** One activity of an answer. A malformed one is refused by itself, as a sentence without its subject. */
export type Fetched =
  | { ok: true; accountId: string | null; activity: RecordedActivity }
  | { ok: false; externalId: string | null; reason: string }

interface FetchedPage {
  activities: Fetched[]
  /** Whether another page follows. */
  more: boolean
  /** From when on the service lists everything, where that is later than what was asked for. */
  completeSince?: Date
}

export interface ServiceEvent {
  /** The same for a repeated delivery of the same event. */
  id: string
  /** The athlete's id at the service. */
  accountId: string
  /** An activity is new, changed, or `deleted` as the service says. */
  about: { kind: "activity"; externalId: string; deleted?: boolean } | { kind: "deauthorized" }
}

export type Verified =
  /** `answer` is what the service expects to be told, as JSON. */
  { ok: true; events: ServiceEvent[]; answer: object } | { ok: false; code: "wrong_secret" | "invalid_event" }
