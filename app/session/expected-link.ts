const name = "expected-link"

/** How long a link works, in ms. */
const validMs = 3_600_000

/** Remembers that this browser has just asked for a mail with a link. */
export function expectLink(): void {
  try {
    localStorage.setItem(name, String(Date.now()))
  } catch {
    // Without storage, the link asks for confirmation.
  }
}

/**
 * Whether this browser requested a mail within the last hour, true once per request: programs that scan mail never did.
 */
export function takeExpectedLink(): boolean {
  try {
    const at = Number(localStorage.getItem(name) ?? 0)
    localStorage.removeItem(name)
    return Date.now() - at < validMs
  } catch {
    return false
  }
}
