/**
 * Whether this browser stores a session, checked without loading the client. The key is the client's own:
 * "sb-<first label of the backend's host>-auth-token".
 */
const keyPattern = /^sb-.+-auth-token$/

export function isSessionKey(key: string | null): boolean {
  return key !== null && keyPattern.test(key)
}

/** Also false when the browser blocks storage. */
export function keepsSession(): boolean {
  try {
    return Object.keys(localStorage).some(isSessionKey)
  } catch {
    return false
  }
}

/** Marks the document for the navigation: first in boot/mark-document.ts before the first paint, then on changes. */
export function markDocument(signedIn: boolean): void {
  document.documentElement.toggleAttribute("data-session", signedIn)
}
