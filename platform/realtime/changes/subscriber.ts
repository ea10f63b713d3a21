import type { Caller } from "../../gateway/contract.ts"
import type { Version } from "../frames/message.ts"
import type { Binding } from "./binding.ts"

/** A channel of a socket that subscribes to changes. */
export interface Subscriber {
  /** Includes the prefix "realtime:". */
  readonly topic: string
  readonly version: Version
  readonly bindings: readonly Binding[]
  /** The caller whose policies apply; changed by a new token. */
  caller(): Caller
  write(frame: string): void
  /** Changes may have been missed: the client has to subscribe again and reload its data. */
  lost(): void
}

/** Table changes for the channels of this process. */
export interface Changes {
  /**
   * Resolves when every change from now on is delivered, with the function that ends the subscription. Throws a refusal
   * for a table that is not in the publication, or a filter that its column does not support.
   */
  subscribe(subscriber: Subscriber): Promise<() => void>
  /** Stores this process's read position; run it every few seconds. */
  mark(): Promise<void>
  /** Stops storing changes of tables that no process watches. Run it about hourly. */
  prune(): Promise<void>
  close(): Promise<void>
}

/** A binding with the tables that it names. */
interface Resolved {
  binding: Binding
  relations: ReadonlySet<string>
}

export interface Subscription {
  subscriber: Subscriber
  resolved: readonly Resolved[]
}

/** Subscribers that receive the same frames: the same channel, version, bindings, role and claims. */
export interface Audience {
  topic: string
  version: Version
  caller: Caller
  /** Equal for the same role and claims. */
  callerName: string
  resolved: readonly Resolved[]
  subscribers: Subscriber[]
}

/** Groups subscriptions for which every decision and frame is the same, so that each is computed once per audience. */
export function audiencesOf(subscriptions: Iterable<Subscription>): Audience[] {
  const audiences = new Map<string, Audience>()
  const names = new Map<Caller, string>()
  for (const { subscriber, resolved } of subscriptions) {
    const caller = subscriber.caller()
    const callerName = names.get(caller) ?? JSON.stringify([caller.role, caller.claims])
    names.set(caller, callerName)
    const { topic, version, bindings } = subscriber
    const name = JSON.stringify([topic, version, callerName, bindings])
    const audience = audiences.get(name) ?? { topic, version, caller, callerName, resolved, subscribers: [] }
    audiences.set(name, audience)
    audience.subscribers.push(subscriber)
  }
  return [...audiences.values()]
}
