interface AdmissionsOptions {
  /** How many are admitted per second; as many at once after a pause. */
  perSecond: number
  /** Whoever has waited longer is refused when there is still no place. */
  longestWaitMs: number
  /** How many of one group may wait; further ones are refused at once. */
  longestQueue: number
}

interface Waiting {
  until: number
  answer(isAdmitted: boolean): void
}

/**
 * Admits so many per second, in turns among groups, such as networks: one that asks a thousand times a second delays the others
 * by one of its own at a time. Answers whether the caller is admitted, at once or after a wait.
 */
export function createAdmissions({
  perSecond,
  longestWaitMs,
  longestQueue,
}: AdmissionsOptions): (group: string) => Promise<boolean> {
  /** Those who wait, by group; the group whose turn is next is first. */
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
    // Whoever is still there gets a free place, however late: a process that was busy for a while owes nobody a refusal for that.
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
