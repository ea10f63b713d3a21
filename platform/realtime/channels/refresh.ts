interface RefreshOptions {
  /** Between two tokens that count. */
  pauseMs: number
  /** What the channel was joined with. */
  first: string | null
  /** Lets a token count. Does not reject. */
  take(token: string): Promise<void>
}

/** The tokens that a client sends after joining. */
interface Refresh {
  offer(token: string): Promise<void>
  /** Takes the token that waits for the end of the pause, for when the one before it expires. Answers whether there was one. */
  takeHeld(): Promise<boolean>
  end(): void
}

/**
 * Reading policies costs a transaction, so a channel does it at most once per pause, as in Supabase: the first token counts at once,
 * and of those that come within a pause the newest at its end.
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
      // A key says nothing of the member.
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
