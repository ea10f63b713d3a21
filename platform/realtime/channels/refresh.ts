interface RefreshOptions {
  /** The minimum time between two tokens that are used. */
  pauseMs: number
  /** The token with which the channel was joined. */
  first: string | null
  /** Applies a token. Does not reject. */
  take(token: string): Promise<void>
}

/** Handles the tokens that a client sends after joining. */
interface Refresh {
  offer(token: string): Promise<void>
  /** Applies the deferred token early, because the current one expires. Returns whether there was one. */
  takeHeld(): Promise<boolean>
  end(): void
}

/**
 * Evaluating policies takes a transaction, so a channel does it at most once per pause, as in Supabase: the first token
 * is used immediately; of those that arrive within a pause, the newest is used at its end.
 */
export function createRefresh({ pauseMs, first, take }: RefreshOptions): Refresh {
  let current = first
  let held: string | null = null
  let takenAt = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined

  async function count(token: string) {
    clearTimeout(timer)
    current = token
    held = null
    takenAt = performance.now()
    await take(token)
  }
  async function takeHeld() {
    if (held === null) return false
    await count(held)
    return true
  }

  return {
    async offer(token) {
      // A key does not identify the member.
      if (token.startsWith("sb_") || token === current) return
      const left = takenAt + pauseMs - performance.now()
      if (left <= 0) return count(token)
      if (held === null) timer = setTimeout(() => void takeHeld(), left).unref()
      held = token
    },
    takeHeld,
    end() {
      clearTimeout(timer)
      held = null
    },
  }
}
