/** Open streams of this process, counted by network. */
export interface OpenStreams {
  open(network: string): boolean
  close(network: string): void
  readonly size: number
}

/**
 * The maximum number of streams of one network (a club behind one connection, each member with a few pages)
 * and of the whole process.
 */
const streamLimits = { perNetwork: 200, all: 20_000 }

export function createOpenStreams(limits = streamLimits): OpenStreams {
  const counts = new Map<string, number>()
  let size = 0
  return {
    get size() {
      return size
    },
    open(network) {
      const count = counts.get(network) ?? 0
      if (count >= limits.perNetwork || size >= limits.all) return false
      counts.set(network, count + 1)
      size++
      return true
    },
    close(network) {
      const count = counts.get(network) ?? 0
      if (count <= 1) counts.delete(network)
      else counts.set(network, count - 1)
      size--
    },
  }
}
