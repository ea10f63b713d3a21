interface AdmissionsOptions {
  /** How many requests are admitted per second; after a pause, the same number at once. */
  perSecond: number
  /** The longest wait, after which a request is refused. */
  longestWaitMs: number
  /** How many requests of one group may wait; further ones are refused immediately. */
  longestQueue: number
}

interface Waiting {
  until: number
  answer(isAdmitted: boolean): void
}

/**
 * A rate limiter that serves groups, such as networks, in turn: a group that sends a thousand requests a second delays
 * each request of the others by one of its own. Resolves to whether the caller is admitted, immediately or after a
 * wait.
 */
export function createAdmissions({
  perSecond,
  longestWaitMs,
  longestQueue,
}: AdmissionsOptions): (group: string) => Promise<boolean> {
  /** The waiting requests by group; the next group to be served comes first. */
  const groups = new Map<string, Waiting[]>()
  let places = perSecond
  let filledAt = performance.now()
  let timer: NodeJS.Timeout | undefined

  function fill(now: number) {
    places = Math.min(perSecond, places + ((now - filledAt) / 1_000) * perSecond)
    filledAt = now
  }

  function next(): Waiting | undefined {
    const [first] = groups
    if (!first) return undefined
    const [name, queue] = first
    const waiting = queue.shift()
    groups.delete(name)
    if (queue.length > 0) groups.set(name, queue)
    return waiting
  }

  function refuseLate(now: number) {
    for (const [name, queue] of groups) {
      while (queue[0] && queue[0].until < now) queue.shift()?.answer(false)
      if (queue.length === 0) groups.delete(name)
    }
  }

  function admit() {
    timer = undefined
    const now = performance.now()
    fill(now)
    // A free place goes to any request still waiting, even after its deadline, because the delay may be this process's
    // own: a busy event loop must not cause refusals.
    while (places >= 1) {
      const waiting = next()
      if (!waiting) return
      places--
      waiting.answer(true)
    }
    refuseLate(now)
    if (groups.size > 0) timer = setTimeout(admit, Math.ceil(((1 - places) / perSecond) * 1_000))
  }

  return (group) => {
    const queue = groups.get(group) ?? []
    if (queue.length >= longestQueue) return Promise.resolve(false)
    return new Promise((answer) => {
      queue.push({ until: performance.now() + longestWaitMs, answer })
      groups.set(group, queue)
      if (!timer) admit()
    })
  }
}
