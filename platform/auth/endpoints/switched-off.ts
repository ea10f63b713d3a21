import { Refusal } from "../refusal.ts"

/** POST /sso: enterprise sign-in is not offered. */
export const sso = () => () => {
  throw new Refusal(404, "saml_provider_disabled", "SAML 2.0 is disabled")
}
