import { z } from "zod"
import type { ProviderSettings } from "../options.ts"
import { askProvider, exchangeAtProvider, type Provider } from "./provider.ts"

const account = z.object({
  id: z.number().int(),
  login: z.string().max(255),
  name: z.string().max(255).nullish(),
  avatar_url: z.string().max(2_048).nullish(),
})

const addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub's web application flow (docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps). */
export function githubProvider(settings: ProviderSettings): Provider {
  const site = settings.baseUrl ?? "https://github.com"
  const api = settings.baseUrl ?? "https://api.github.com"
  return {
    name: "github",
    clientId: settings.clientId,
    authorizeUrl: async () => `${site}/login/oauth/authorize`,
    scopes: ["read:user", "user:email"],
    async profile(given) {
      const token = z
        .object({ access_token: z.string() })
        .safeParse(await exchangeAtProvider(`${site}/login/oauth/access_token`, settings, given))
      if (!token.success) return null
      const headers = {
        authorization: `Bearer ${token.data.access_token}`,
        accept: "application/vnd.github+json",
      }
      const [user, mails] = await Promise.all([
        askProvider(`${api}/user`, { headers }).then((body) => account.safeParse(body)),
        askProvider(`${api}/user/emails`, { headers }).then((body) => addresses.safeParse(body)),
      ])
      if (!user.success || !mails.success) return null
      const primary = mails.data.find((mail) => mail.primary)
      const name = user.data.name || user.data.login
      return {
        id: String(user.data.id),
        email: primary?.email.toLowerCase() ?? null,
        emailVerified: primary?.verified ?? false,
        details: {
          name,
          full_name: name,
          user_name: user.data.login,
          ...(user.data.avatar_url ? { avatar_url: user.data.avatar_url } : {}),
        },
      }
    },
  }
}
