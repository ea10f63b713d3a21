import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router"
import type { Received } from "#domain/leads/receive.ts"

/** What a form can come back with: the server's answer, or that there was none. */
export type FormAnswer = Received | { ok: false; code: "unreachable" | "failed" }

/**
 * Sends a form by script. Without a connection, or when something on the way refuses, the page stays as it is with
 * everything that was typed, instead of an error page.
 */
export async function clientAnswer<Answer>(
  send: () => Promise<Answer>,
): Promise<Answer | { ok: false; code: "unreachable" | "failed" }> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error // A redirect of the router.
    return { ok: false, code: isRouteErrorResponse(error) ? "failed" : "unreachable" }
  }
}

/** A form that was sent changes nothing that its page has loaded; asking again would fail without a connection. */
export function keepAfterSending({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  return formMethod === undefined || formMethod === "GET" ? defaultShouldRevalidate : false
}
