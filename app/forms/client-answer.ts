import { isRouteErrorResponse, type ShouldRevalidateFunctionArgs } from "react-router"
import type { Received } from "#domain/leads/receive.ts"

/** The result of submitting a form: the server's response, or the fact that none arrived. */
export type FormAnswer = Received | { ok: false; code: "unreachable" | "failed" | "away" }

/**
 * Submits a form by script. If the connection fails or an intermediary refuses, the page keeps everything that was
 * typed instead of showing an error page.
 */
export async function clientAnswer<Answer>(
  send: () => Promise<Answer>,
): Promise<Answer | { ok: false; code: "unreachable" | "failed" | "away" }> {
  try {
    return await send()
  } catch (error) {
    if (error instanceof Response) throw error // A redirect of the router.
    if (!isRouteErrorResponse(error)) return { ok: false, code: "unreachable" }
    return { ok: false, code: error.status === 503 ? "away" : "failed" }
  }
}

/**
 * Submitting a form does not change loaded data; revalidating would fail without a connection. If the sender has
 * already followed a link, the loaded data belongs to the next page, which may be this route with another address.
 */
export function keepAfterSending({
  formMethod,
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const reads = formMethod === undefined || formMethod === "GET"
  return reads || currentUrl.pathname !== nextUrl.pathname ? defaultShouldRevalidate : false
}

/**
 * Loads the page again after one of its forms has changed something, and not after one that has not: it may have had no
 * connection. Without a result, a reload of the page has overtaken the one after a form, and takes its place.
 */
export function loadAgainWhenSaved({
  formMethod,
  actionResult,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const reads = formMethod === undefined || formMethod === "GET"
  return reads ? defaultShouldRevalidate : actionResult?.ok !== false
}
