import { Hono } from "hono"
import { html } from "hono/html"
import { applicationFault, fault } from "./answers.ts"
import { endGrants, type Grant, type Inside, randomToken, seconds } from "./state.ts"

/** The OAuth endpoints: /oauth/authorize, /oauth/token and /oauth/revoke. */
export function oauthRoutes(inside: Inside): Hono {
  const { client, codes, grants, state } = inside
  const app = new Hono()
  const manners = () => state.manners

  app.get("/authorize", (c) => {
    const { redirect_uri = "", state: given = "", scope = "", client_id } = c.req.query()
    if (client_id !== client.id) return c.json(fault("Application", "invalid"), 400)
    const links = [...state.athletes].map(([id, { name }]) => {
      const code = randomToken()
      codes.set(code, { athlete: id, scope })
      const query = new URLSearchParams({ state: given, code, scope })
      return html`<li><a href="${redirect_uri}?${query}">Authorize as ${name}</a></li>`
    })
    const no = new URLSearchParams({ state: given, error: "access_denied" })
    return c.html(html`<!doctype html><html lang="en"><title>Strava sandbox</title><h1>Strava sandbox</h1>
      <p>This is a stand-in, not Strava. It asks for: ${scope}</p><ul>${links}
      <li><a href="${redirect_uri}?${no}">Decline</a></li></ul>`)
  })

  app.post("/token", async (c) => {
    const form = await c.req.parseBody()
    const refused = manners().refusesApplication
    if (refused === "credentials" || (refused && form.grant_type === "authorization_code")) {
      const { body, status } = applicationFault(refused)
      return c.json(body, status)
    }
    if (form.client_id !== client.id || form.client_secret !== client.secret)
      return c.json(fault("Application", "invalid"), 401)
    if (form.grant_type === "authorization_code") {
      const given = codes.get(String(form.code))
      codes.delete(String(form.code))
      if (!given) return c.json(fault("RequestToken", "invalid"), 400)
      const grant = asToken(inside, issue(inside, given.athlete))
      return c.json({ ...grant, scope: given.scope, athlete: { id: Number(given.athlete) } })
    }
    const old = grants.find((grant) => grant.refresh === form.refresh_token)
    if (!old || manners().refusesRefreshes) return c.json(fault("RefreshToken", "invalid"), 400)
    // With more than an hour left the same pair is returned. Otherwise a new one invalidates the old one at once.
    if (old.until - seconds(inside) > 3600) return c.json(asToken(inside, old))
    endGrants(inside, (grant) => grant === old)
    return c.json(asToken(inside, issue(inside, old.athlete)))
  })

  app.post("/revoke", async (c) => {
    const expected = `Basic ${Buffer.from(`${client.id}:${client.secret}`).toString("base64")}`
    if (c.req.header("authorization") !== expected) return c.json(fault("Application", "invalid"), 401)
    const { token } = await c.req.parseBody()
    endGrants(inside, (grant) => grant.access === token || grant.refresh === token)
    return c.json({})
  })
  return app
}

function issue(inside: Inside, athlete: string): Grant {
  const until = seconds(inside) + inside.state.accessSeconds
  const grant = { athlete, access: randomToken(), refresh: randomToken(), until }
  inside.grants.push(grant)
  return grant
}

function asToken(inside: Inside, grant: Grant) {
  return {
    token_type: "Bearer",
    access_token: grant.access,
    refresh_token: grant.refresh,
    expires_at: grant.until,
    expires_in: grant.until - seconds(inside),
  }
}
