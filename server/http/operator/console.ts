import { type Context, Hono } from "hono"
import { pressOf } from "#domain/operator/press.ts"
import { endConsole, findOperator, openConsole } from "#domain/operator/session.ts"
import type { World } from "#domain/world.ts"
import type { VerifyToken } from "#platform/gateway/contract.ts"
import { withDeadline } from "#primitives/deadline.ts"
import type { AppEnv } from "../context.ts"
import { type Refusal, refuse } from "../errors.ts"
import { formPostsOnly } from "../guard/form-posts.ts"
import type { Pages } from "../pages/contract.ts"
import { consoleCookie, keepCookie, noToken, readCookie } from "../sessions/cookie.ts"
import { postedToken } from "../sessions/posted-token.ts"
import { consolePage } from "./console-page.ts"
import { consoleLinks } from "./link.ts"
import { createConsoleLive } from "./live.ts"
import { memberPage } from "./member-page.ts"
import type { ConsolePages } from "./pages.ts"

export interface ConsoleOptions {
  verifyToken: VerifyToken
  pages: Pick<ConsolePages, "fetch">
  /** The site, whose account pages an operator views as a member. */
  site?: Pick<Pages, "fetch"> | undefined
  /** Aborted when the server starts to stop, which ends open streams. */
  stopping: AbortSignal
}

/** The message for an operator whose account or sign-in lacks the second factor. */
const lacking = {
  factor_missing: {
    status: 403,
    code: "second_factor_missing",
    title: "First set up two-step sign-in",
    message:
      "The operator’s console opens only for accounts with two-step sign-in. Set up an authenticator app on your account’s security page, then open the console there.",
    link: { label: "Set up two-step sign-in", href: "/account/security#two-steps" },
  },
  factor_not_entered: {
    status: 403,
    code: "second_factor_not_entered",
    title: "First enter the code of your two-step sign-in",
    message:
      "You signed in before two-step sign-in was set up, or without its code. Go to your account’s security page, enter the code when asked, and open the console there.",
    link: { label: "Go to Security", href: "/account/security#devices" },
  },
} as const satisfies Record<string, Refusal>

/**
 * The operator's console at /operator. A request without a console session falls through to the public pages and gets
 * the same response as any unknown URL, so that strangers cannot detect the console.
 */
export function consoleEndpoint(world: World, options: ConsoleOptions): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  const live = createConsoleLive(world, options.stopping)
  const secondFactor = world.settings.operatorsNeedSecondFactor ? "required" : "optional"

  app.post("/operator/session", async (c, next) => {
    const token = await postedToken(c, options.verifyToken)
    const opened = token && (await openConsole(world, token, secondFactor))
    if (!opened?.ok) return !opened || opened.code === "stranger" ? next() : refuse(c, lacking[opened.code])
    keepCookie(c, consoleCookie, opened)
    const location = consolePage(c.req.query("next") ?? "") ?? "/operator"
    return c.body(null, 303, { location, "cache-control": "no-store" })
  })

  const session = async (c: Context<AppEnv>, next: () => Promise<void>) => {
    const token = readCookie(c, consoleCookie)
    // Commands may take longer; an unavailable database is detected sooner.
    const found = token ? await withDeadline(5_000, () => findOperator(world, token, secondFactor)) : null
    if (!found || found.state === "unknown") return next()
    if (found.state === "ended")
      return refuse(c, {
        status: 401,
        code: "session_ended",
        title: "The console is closed",
        message: "Your session has ended. Open the console again from Security on your account page.",
        link: { label: "Go to Security", href: "/account/security#devices" },
      })
    const { operator } = found
    if (c.req.path === "/operator/session/end" && c.req.method === "POST") {
      await endConsole(world, operator)
      keepCookie(c, consoleCookie, noToken)
      return c.body(null, 303, { location: "/account/security", "cache-control": "no-store" })
    }
    if (c.req.path === "/operator/live" && c.req.method === "GET") return live.answer(c, operator)
    const { site } = options
    const { https, requestId } = c.var
    const seen = site && (await memberPage(world, c.req.raw, { operator, https, requestId, site }))
    if (seen) return seen
    const refused = await formPostsOnly()(c, async () => {
      const { raw } = c.req
      const press =
        raw.method === "POST" ? await pressOf(await raw.clone().formData(), operator.sessionId) : undefined
      c.res = await options.pages.fetch(raw, {
        operator: { ...operator, ...(press && { press }) },
        https: c.var.https,
      })
    })
    return refused ?? c.res
  }
  app.route("/", consoleLinks())
  app.all("/operator", session)
  app.all("/operator/*", session)
  return app
}
