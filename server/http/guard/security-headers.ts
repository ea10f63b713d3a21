import { createMiddleware } from "hono/factory"
import type { AppEnv } from "../context.ts"
import { type ContentSecurityPolicyOptions, contentSecurityPolicy } from "./content-security-policy.ts"

/** For responses that are not documents: nothing in them may load or run if a browser displays them. */
const nothing = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const always: Readonly<Record<string, string>> = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()",
  // The payment page opens in a new window.
  "cross-origin-opener-policy": "same-origin-allow-popups",
  "x-permitted-cross-domain-policies": "none",
}

/** One year. Sent only over https, where browsers honor it (RFC 6797, section 7.2). */
export const transportSecurity = { "strict-transport-security": "max-age=31536000; includeSubDomains" }

interface DocumentSecurity extends ContentSecurityPolicyOptions {
  /** Whether the visitor's connection is encrypted. */
  https: boolean
  /** Whether the page may ask for the camera. */
  camera?: true
}

/** Every security header of a page. */
export function documentHeaders(page: DocumentSecurity): Record<string, string> {
  const framing = page.frameAncestors ?? "none"
  return {
    ...always,
    ...(page.camera
      ? { "permissions-policy": always["permissions-policy"]?.replace("camera=()", "camera=(self)") ?? "" }
      : {}),
    "content-security-policy": contentSecurityPolicy(page),
    ...(framing === "none" ? { "x-frame-options": "DENY" } : {}),
    ...(framing === "self" ? { "x-frame-options": "SAMEORIGIN" } : {}),
    ...(page.https ? transportSecurity : {}),
  }
}

/** Every security header of a response that is not a document. */
export function machineHeaders(https: boolean): Record<string, string> {
  return {
    ...always,
    ...(https ? transportSecurity : {}),
    "content-security-policy": nothing,
    "x-frame-options": "DENY",
  }
}

/** Sets the security headers on every response without its own; documents use documentHeaders(). */
export function securityHeaders() {
  return createMiddleware<AppEnv>(async (c, next) => {
    await next()
    const headers = c.res.headers
    const isDocument = headers.has("content-security-policy")
    const {
      "content-security-policy": policy,
      "x-frame-options": framing,
      ...others
    } = machineHeaders(c.var.https)
    const missing = {
      ...others,
      ...(isDocument ? {} : { "content-security-policy": policy, "x-frame-options": framing }),
    }
    for (const [name, value] of Object.entries(missing)) if (!headers.has(name)) headers.set(name, value)
  })
}
