import type { RouterContextProvider } from "react-router"
import type { SignedIn } from "#domain/members/session.ts"
import { visit } from "../context.ts"

/**
 * The first line of every loader and action of a member's page: who is signed in, or null. The page is then sent for them alone, and
 * stored nowhere.
 */
export async function signedIn(context: Readonly<RouterContextProvider>): Promise<SignedIn | null> {
  const current = context.get(visit)
  if (!current) throw new Error("A page that is prerendered asks who is signed in")
  return current.signedIn()
}
