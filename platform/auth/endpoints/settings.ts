import type { Context } from "hono"
import type { Auth } from "../auth.ts"

/** GET /settings: the enabled sign-in methods. */
export const settings = (auth: Auth) => (c: Context) => {
  const { config } = auth
  return c.json({
    external: {
      apple: config.providers.apple !== undefined,
      anonymous_users: config.anonymousSignIn,
      email: config.emailSignIn,
      github: config.providers.github !== undefined,
      google: config.providers.google !== undefined,
      phone: config.phoneSignIn,
      ...(config.providers.oidc ? { "custom:oidc": true } : {}),
    },
    disable_signup: !config.signUps,
    mailer_autoconfirm: config.autoconfirm,
    phone_autoconfirm: config.phoneAutoconfirm,
    sms_provider: "",
    saml_enabled: false,
    passkeys_enabled: true,
    // Not in GoTrue's response: used for a form's hint.
    password_min_length: config.passwordMinLength,
    ...(config.providers.oidc ? { custom_names: { "custom:oidc": config.providers.oidc.label } } : {}),
  })
}

/** GET /health. */
export const health = () => (c: Context) =>
  c.json({ version: "1.0.0", name: "auth", description: "Accounts in GoTrue's wire format" })
