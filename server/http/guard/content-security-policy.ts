/** Kinds of content for which another origin can be allowed. */
type ContentKind = "script" | "style" | "img" | "font" | "connect" | "frame" | "media" | "form"

export interface ContentSecurityPolicyOptions {
  /** The nonce of this response; allows its own inline scripts. */
  nonce?: string
  /**
   * SHA-256 hashes of inline scripts in base64, computed at build time for prerendered pages: "sha256-...".
   */
  scriptHashes?: readonly string[]
  /** Who may frame the page: "none" (the default), "self", "any" for embeddable boards, or origins. */
  frameAncestors?: "none" | "self" | "any" | readonly string[]
  /** Third-party origins that one page needs, such as an embedded form. */
  extraOrigins?: ExtraOrigins
  /** Allows the development server's socket. */
  development?: boolean
}

type ExtraOrigins = Partial<Record<ContentKind, readonly string[]>>

/** The union of the sets. */
export function mergeOrigins(...sets: readonly ExtraOrigins[]): ExtraOrigins {
  const merged: Partial<Record<ContentKind, string[]>> = {}
  for (const set of sets) {
    for (const [kind, origins] of Object.entries(set) as [ContentKind, readonly string[]][])
      merged[kind] = [...new Set([...(merged[kind] ?? []), ...origins])]
  }
  return merged
}

/**
 * The value of Content-Security-Policy. Scripts are allowed only from our own origin, by nonce or by hash;
 * 'unsafe-inline' and eval are never allowed for them. Styles may be inline, because components set style attributes
 * and styles cannot run code. Throws if an origin could break out of its directive: origins come from configuration,
 * never from input.
 */
export function contentSecurityPolicy(options: ContentSecurityPolicyOptions = {}): string {
  const extra = (kind: ContentKind) => (options.extraOrigins?.[kind] ?? []).map(checkedOrigin)
  const nonce = options.nonce ? [`'nonce-${checkedToken(options.nonce)}'`] : []
  const hashes = (options.scriptHashes ?? []).map((hash) => `'${checkedToken(hash)}'`)
  const directives: [string, string[]][] = [
    ["default-src", ["'self'"]],
    ["script-src", ["'self'", ...nonce, ...hashes, ...extra("script")]],
    ["style-src", ["'self'", "'unsafe-inline'", ...extra("style")]],
    ["img-src", ["'self'", "data:", "blob:", ...extra("img")]],
    ["font-src", ["'self'", ...extra("font")]],
    ["connect-src", ["'self'", ...(options.development ? ["ws:"] : []), ...extra("connect")]],
    ["frame-src", ["'self'", ...extra("frame")]],
    ["media-src", ["'self'", ...extra("media")]],
    ["form-action", ["'self'", ...extra("form")]],
    ["object-src", ["'none'"]],
    ["base-uri", ["'none'"]],
    ["frame-ancestors", ancestors(options.frameAncestors ?? "none")],
  ]
  return directives.map(([name, sources]) => `${name} ${sources.join(" ")}`).join("; ")
}

function ancestors(allowed: NonNullable<ContentSecurityPolicyOptions["frameAncestors"]>): string[] {
  if (allowed === "none" || allowed === "self") return [`'${allowed}'`]
  return allowed === "any" ? ["*"] : allowed.map(checkedOrigin)
}

function checkedOrigin(origin: string): string {
  if (/^(https?|wss?):\/\/(\*\.)?[\w.-]+(:\d+)?$/.test(origin)) return origin
  throw new Error(`Not an origin: ${JSON.stringify(origin)}; for example https://forms.example`)
}

function checkedToken(token: string): string {
  if (/^[\w+/=-]+$/.test(token)) return token
  throw new Error(`Not a nonce or hash: ${JSON.stringify(token)}`)
}
