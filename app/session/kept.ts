/**
 * Whether this browser keeps a session, found out without loading the client. The name is the client's own:
 * "sb-<first label of the backend's host>-auth-token".
 */
const keyPattern = /^sb-.+-auth-token$/

export function isSessionKey(key: string | null): boolean {
  return key !== null && keyPattern.test(key)
}

/** False also where the browser forbids storage. */
export function keepsSession(): boolean {
  try {
    return Object.keys(localStorage).some(isSessionKey)
  } catch {
    return false
  }
}

/** Marks the document for the navigation: by boot/mark-session.ts before the first paint, and again when more is known. */
export function markDocument(signedIn: boolean): void {
  document.documentElement.toggleAttribute("data-session", signedIn)
}
