import type { Outcome, Refusal } from "#primitives/outcome.ts"
import type { RecordedActivity } from "./recorded.ts"

/**
 * The services that can be connected. Their terms are in content/services.ts, whose list the compiler checks against
 * this one.
 */
export type ServiceName =
  | "strava"
  | "polar"
  | "wahoo"
  | "intervals"
  | "concept2"
  | "suunto"
  | "coros"
  | "garmin"

/**
 * A service where athletes keep their activities, in four small parts: connect, verify, fetch, revoke. The code that uses
 * them (domain/competition/intake/connections) stores and refreshes tokens, stores events, sweeps, and backfills; an
 * adapter (adapters/sources) speaks the service's protocol. An expected refusal is a value; an outage throws, so that a
 * job retries.
 */
export interface Service {
  readonly name: ServiceName
  readonly connect: ServiceConnect
  /**
   * Reads a webhook request: authenticates the sender as far as the service allows and returns its events.
   * Events are only hints: the objects they refer to are fetched again.
   */
  verify(request: Request): Promise<Verified>
  readonly fetch: ServiceFetch
  /** Revokes a grant at the service. An unknown token is not an error. */
  revoke(grant: HeldGrant): Promise<ServiceAnswer<null>>
  /**
   * Makes the service send its events to this address, or resume after it stopped. Idempotent, and repeated every day. Absent
   * where an operator enters the address on the service's own pages.
   */
  subscribe?(address: string): Promise<ServiceAnswer<null>>
}

interface ServiceConnect {
  /** The URL where the athlete gives consent. `verifier`: the secret of PKCE (RFC 7636), for services that offer it. */
  authorizeUrl(options: { state: string; redirectUri: string; verifier: string }): string
  /**
   * Exchanges the authorization code for a grant.
   * @param options.member an opaque id of the athlete here, for services that ask for one
   */
  exchange(options: CodeExchange): Promise<ServiceAnswer<Grant>>
  /** Whether these scopes include reading activities. */
  suffices(scopes: readonly string[]): boolean
  refresh(grant: HeldGrant & { refreshToken: string }): Promise<ServiceAnswer<Grant>>
}

interface CodeExchange {
  code: string
  redirectUri: string
  verifier: string
  member: string
}

interface ServiceFetch {
  /**
   * One activity with all its data.
   * @param options.hint the location given in the event; never trusted
   */
  activity(
    token: string,
    externalId: string,
    options: { accountId: string; hint?: string },
  ): Promise<ServiceAnswer<Fetched>>
  /** Activities that started after `after`; pages are numbered from 1. */
  activities(token: string, options: ListOptions): Promise<ServiceAnswer<FetchedPage>>
  /** The service lists only what it received since the athlete connected. */
  sinceConnecting?: true
  /** Whether the athlete is a member of the competition's club; absent for services without clubs. */
  isClubMember?(token: string): Promise<ServiceAnswer<boolean>>
}

interface ListOptions {
  after: Date
  page: number
  accountId: string
  /** The first list since the athlete connected, for services that send earlier activities only when asked. */
  first: boolean
}

/**
 * `unauthorized`: the athlete's token is no longer valid. `consent_missing`: the athlete has to agree to something at
 * the service first. `not_found`: the object was deleted or is hidden by the athlete. `application_refused`: the
 * service refuses this site, regardless of the athlete. The grant may still be valid. `limited`: the service accepts no
 * more requests until `until`.
 */
export type ServiceAnswer<Value> = Outcome<
  Value,
  | Refusal<"unauthorized">
  | Refusal<"consent_missing">
  | Refusal<"not_found">
  | Refusal<"application_refused", { because: ApplicationRefusal }>
  | Refusal<"limited", { until: Date }>
>

/**
 * Why a service refuses this site: its id or secret is wrong, its subscription has lapsed, it has reached its limit of
 * athletes, or for a reason that the service does not give.
 */
export type ApplicationRefusal = "credentials" | "inactive" | "capacity" | "unknown"

export interface Grant {
  /** The athlete's id at the service; null in the response to a refresh. */
  accountId: string | null
  accessToken: string
  /** Null when access tokens do not expire or cannot be refreshed. */
  refreshToken: string | null
  /** When the access token expires; null if the service does not return it. */
  until: Date | null
  /** The scopes granted by the athlete; null when the response does not contain them. */
  scopes: string[] | null
}

/** The part of a grant that is needed to revoke it. */
export interface HeldGrant {
  accountId: string
  accessToken: string
  refreshToken: string | null
}

/**
 * One object of a response. Its `activities` are all that it contains: one; several, the legs of a multisport recording, with
 * ids "<externalId>#<leg>"; or none, when it must not be taken from here. A malformed one is refused individually, with a
 * reason phrased without a subject.
 */
export type Fetched =
  | { ok: true; externalId: string; accountId: string | null; activities: readonly RecordedActivity[] }
  | { ok: false; externalId: string | null; reason: string }

/** An object whose content has to be fetched; `version` changes whenever it does. */
export interface Announced {
  ok: "announced"
  externalId: string
  version: string
  /** Data needed to fetch it, in addition to its id. */
  hint?: string
}

export interface FetchedPage {
  activities: (Fetched | Announced)[]
  /** Whether another page follows. */
  more: boolean
  /** The start of the range that the service covers, when it is later than the requested start. */
  completeSince?: Date
}

export interface ServiceEvent {
  /** Identical for repeated deliveries of the same event. */
  id: string
  /** The athlete's id at the service; null when the event names an activity alone. */
  accountId: string | null
  about: AboutActivity | { kind: "deauthorized" }
}

/** An activity was created, changed, or, according to the service, `deleted`. */
export interface AboutActivity {
  kind: "activity"
  externalId: string
  deleted?: boolean
  hint?: string
  /** Found in the service's list of activities rather than announced by an event. */
  listed?: true
}

export type Verified =
  /** `answer` is the JSON response that the service expects. */
  { ok: true; events: ServiceEvent[]; answer: object } | { ok: false; code: "wrong_secret" | "invalid_event" }
