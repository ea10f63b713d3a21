import type { ServiceName } from "#content/services.ts"
import type { RecordedActivity } from "#ports/recorded.ts"
import type { FetchedPage, Grant, HeldGrant, Service, ServiceAnswer } from "#ports/services.ts"

/** A service whose responses are set by the test, and which records requests. */
export interface ScriptedService extends Service {
  answers: {
    exchange: ServiceAnswer<Grant>
    refresh: ServiceAnswer<Grant>
    page: ServiceAnswer<FetchedPage>
    activity: ServiceAnswer<RecordedActivity>
    club: ServiceAnswer<boolean>
    revoke: ServiceAnswer<null>
    subscribe: ServiceAnswer<null>
  }
  /** Tokens that it rejects. */
  rejected: Set<string>
  asked: { what: string; with: unknown }[]
}

export const grantOf = (changes: Partial<Grant> = {}): Grant => ({
  accountId: "a-1",
  accessToken: "access",
  refreshToken: "refresh",
  until: null,
  scopes: ["read"],
  ...changes,
})

export function createScriptedService(name: ServiceName = "strava"): ScriptedService {
  const rejected = new Set<string>()
  const asked: ScriptedService["asked"] = []
  const answers: ScriptedService["answers"] = {
    exchange: { ok: true, value: grantOf() },
    refresh: { ok: true, value: grantOf({ accessToken: "renewed", refreshToken: null }) },
    page: { ok: true, value: { activities: [], more: false } },
    activity: { ok: false, code: "not_found" },
    club: { ok: true, value: true },
    revoke: { ok: true, value: null },
    subscribe: { ok: true, value: null },
  }
  const note = (what: string, given: unknown) => void asked.push({ what, with: given })
  const withToken = <Value>(token: string, answer: ServiceAnswer<Value>): ServiceAnswer<Value> =>
    rejected.has(token) ? { ok: false, code: "unauthorized" } : answer
  return {
    name,
    answers,
    rejected,
    asked,
    connect: {
      authorizeUrl: (options) => `http://service.test/?${new URLSearchParams(options)}`,
      async exchange(options) {
        note("exchange", options)
        return answers.exchange
      },
      suffices: (scopes) => scopes.includes("read"),
      async refresh(held) {
        note("refresh", held)
        return answers.refresh
      },
    },
    verify: async () => ({ ok: true, events: [], answer: {} }),
    fetch: {
      async activity(token, externalId, options) {
        note("activity", { externalId, ...options })
        const answer = withToken(token, answers.activity)
        if (!answer.ok) return answer
        return { ok: true, value: { ok: true, externalId, accountId: null, activities: [answer.value] } }
      },
      async activities(token, options) {
        note("activities", options)
        return withToken(token, answers.page)
      },
      isClubMember: async (token) => withToken(token, answers.club),
    },
    async revoke(held: HeldGrant) {
      note("revoke", held)
      return answers.revoke
    },
    async subscribe(address) {
      note("subscribe", address)
      return answers.subscribe
    },
  }
}
