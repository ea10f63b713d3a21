import type { Captcha } from "#ports/captcha.ts"
import { mergeOrigins } from "../http/guard/content-security-policy.ts"
import { embedOrigins } from "./env/embeds.ts"
import type { Env } from "./env.ts"

/**
 * The origins that pages may use beside our own, as the settings say. Navigation stays in one document, so frames that one
 * page needs must be allowed on all.
 * @param project the address of an external Supabase project, which pages call over HTTP and, for Realtime, over a
 * WebSocket; null: our own
 */
export function extraOriginsOf(
  { EMBEDS }: Pick<Env, "EMBEDS">,
  { project, captcha }: { project: string | null; captcha: Captcha | undefined },
) {
  const connect = project ? [project, project.replace(/^http/, "ws")] : []
  return mergeOrigins({ connect }, embedOrigins(EMBEDS), captcha?.origins ?? {})
}
