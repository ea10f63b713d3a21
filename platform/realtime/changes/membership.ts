import { readBinding, type SentBinding } from "./binding.ts"
import type { Changes, Subscriber } from "./subscriber.ts"

/** The changes of tables that one channel of a socket subscribes to. */
interface ChangesMembership {
  /** What the answer to a join says: the bindings in their order, each with its number. */
  readonly answer: readonly object[]
  /** Resolves when changes from now on are delivered. Throws the refusal. */
  subscribe(): Promise<void>
  leave(): void
}

/** `subscriber` without its bindings, which are read from what the client sent. */
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
      // While it was being made, the client may have left.
      if (hasLeft) end()
    },
    leave() {
      hasLeft = true
      end?.()
    },
  }
}
