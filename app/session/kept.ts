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

/**
 * Runs in the head before the first paint: marks the document so that the navigation shows the right links at once
 * (`in-data-session:` in class names), also on pages written at build time.
 */
export const markScript = `try{if(Object.keys(localStorage).some(k=>${keyPattern}.test(k)))document.documentElement.setAttribute("data-session","")}catch{}`

/** Puts the mark right when more is known. */
export function markDocument(signedIn: boolean): void {
  document.documentElement.toggleAttribute("data-session", signedIn)
}
