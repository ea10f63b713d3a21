/** The facts of the site that an operator sets without changing its source, by setting. */
const siteSettings = {
  name: "SITE_NAME",
  supportEmail: "SITE_SUPPORT_EMAIL",
  postalAddress: "SITE_POSTAL_ADDRESS",
  timeZone: "SITE_TIME_ZONE",
} as const

export type OwnSite = { -readonly [Fact in keyof typeof siteSettings]?: string }

/**
 * What the settings say instead of the defaults of site.ts; {} when they say nothing. The server reads its environment,
 * which is why main.ts loads `.env` before any module with content. The browser reads the document that the server wrote
 * (`data-site`), so that both render the same names.
 */
export function readOwnSite(): OwnSite {
  if (typeof document !== "undefined")
    return JSON.parse(document.documentElement.dataset.site ?? "{}") as OwnSite
  // A service worker has neither.
  const environment = globalThis.process?.env ?? {}
  const own: OwnSite = {}
  for (const fact of Object.keys(siteSettings) as (keyof OwnSite)[]) {
    const value = environment[siteSettings[fact]]?.trim()
    if (value) own[fact] = value
  }
  return own
}
