import type { RecordedActivity } from "#ports/recorded.ts"
import type { Service, ServiceAnswer } from "#ports/services.ts"

/** The data of one account at the service. */
interface Account {
  activities: Map<string, RecordedActivity>
  /** Whether the service refuses its tokens and their renewal. */
  refused: boolean
}

/**
 * A service without HTTP, for tests that need thousands of responses. Authorization codes and tokens are the account's
 * id.
 */
export interface MemoryService extends Service {
  account(id: string): Account
  /** Removes every account. */
  reset(): void
}

export function createMemoryService(): MemoryService {
  const accounts = new Map<string, Account>()
  const account = (id: string) => {
    const known = accounts.get(id) ?? { activities: new Map(), refused: false }
    accounts.set(id, known)
    return known
  }
  const good = <Value>(value: Value): ServiceAnswer<Value> => ({ ok: true, value })
  const refused = { ok: false, code: "unauthorized" } as const
  const grant = (id: string) => ({
    accountId: id,
    accessToken: id,
    refreshToken: id,
    until: null,
    scopes: ["read"],
  })
  const fetched = (activity: RecordedActivity) => ({
    ok: true as const,
    externalId: activity.externalId,
    accountId: null,
    activities: [activity],
  })
  return {
    account,
    reset: () => accounts.clear(),
    name: "strava",
    connect: {
      authorizeUrl: ({ state }) => `http://service.test/?state=${state}`,
      exchange: async ({ code }) => good(grant(code)),
      suffices: () => true,
      refresh: async ({ refreshToken: id }) => (account(id).refused ? refused : good(grant(id))),
    },
    verify: async () => ({ ok: true, events: [], answer: {} }),
    fetch: {
      async activity(token, externalId) {
        if (account(token).refused) return refused
        const activity = account(token).activities.get(externalId)
        return activity ? good(fetched(activity)) : { ok: false, code: "not_found" }
      },
      async activities(token, { after }) {
        if (account(token).refused) return refused
        const listed = [...account(token).activities.values()].filter(({ startedAt }) => startedAt > after)
        return good({ activities: listed.map(fetched), more: false })
      },
    },
    revoke: async () => good(null),
  }
}
