import { openPageSession } from "../session/page-session.ts"
import type { useAuth } from "../session/session.tsx"

type Client = ReturnType<typeof useAuth>["client"]

/** Sends a request of the page's member; a browser whose cookie is missing gets it with its token, and asks again. */
export async function askAsMember<Answer>(
  client: Client,
  address: string,
  init: RequestInit,
): Promise<Answer> {
  let { ok, body } = await ask(address, init)
  if (body?.code === "signed-out") {
    await openPageSession(client)
    const again = await ask(address, init)
    ok = again.ok && again.body?.code !== "signed-out"
    body = again.body
  }
  if (!ok) throw new Error(body?.message ?? "We cannot reach the site. Check your connection and try again.")
  return body as Answer
}

async function ask(address: string, init: RequestInit) {
  const answer = await fetch(address, init)
  const body: { code?: string; message?: string } | null = await answer.json().catch(() => ({}))
  return { ok: answer.ok, body }
}
