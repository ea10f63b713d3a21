import { readBinding, type SentBinding } from "./binding.ts"
import type { Changes, Subscriber } from "./subscriber.ts"

/** The table changes to which one channel of a socket subscribes. */
interface ChangesMembership {
  /** The bindings in the response to a join: in order, each with its number. */
  readonly answer: readonly object[]
  /** Resolves when changes from now on are delivered. Throws the refusal. */
  subscribe(): Promise<void>
  leave(): void
}

/** `subscriber` without its bindings, which are parsed from the client's message. */
export function createChangesMembership(
  { changes }: { changes: Changes },
  sent: readonly SentBinding[],
  subscriber: Omit<Subscriber, "bindings">,
): ChangesMembership {
  let end: (() => void) | undefined
  let hasLeft = false
  return {
    answer: sent.map((one, index) => ({ ...one, id: index + 1 })),
    async subscribe() {
      const bindings = sent.map((one, index) => readBinding(one, index + 1))
      end = await changes.subscribe({ ...subscriber, bindings })
      // The client may have left while the subscription was in progress.
      if (hasLeft) end()
    },
    leave() {
      hasLeft = true
      end?.()
    },
  }
}
