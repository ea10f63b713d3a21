import { z } from "zod"
import { isRole } from "#domain/operator/roles.ts"
import { consolesOf } from "#domain/operator/session.ts"
import { memberFunction } from "./member-function.ts"

/**
 * The caller's sessions, most recently used first: `{ sessions: [{ id, device, ip, createdAt, lastUsedAt, current, note
 * }], door }`. `note` is a remark to show, or null. `door`, only for operators, is a form that posts the caller's
 * access token, `{ label, action }`, or the step that is required first, `{ text, label, href }`. Its text and URL come
 * from here, so that no script of the public site contains them.
 */
export const listSessions = memberFunction(z.object({}), async (world, _input, { userId, sessionId }) => {
  const account = await world.accounts.find(world.db, userId)
  const isOperator = isRole(account?.role)
  const consoles = isOperator ? await consolesOf(world, userId) : new Map<string, Date>()
  const sessions = await world.accounts.sessions(world.db, userId)
  return {
    ok: true,
    value: {
      sessions: sessions.map((session) => ({
        ...session,
        current: session.id === sessionId,
        note: consoles.has(session.id) ? "The operator's console is open here" : null,
      })),
      door: !isOperator
        ? null
        : world.settings.operatorsNeedSecondFactor && !account?.secured
          ? {
              text: "The operator’s console opens only for accounts with two-step sign-in.",
              label: "Set up two-step sign-in",
              href: "#two-steps",
            }
          : { label: "Open the operator's console", action: "/operator/session" },
    },
  }
})
