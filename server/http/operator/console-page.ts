const page = /^\/operator(?:\/(?!\.+(?:[/?]|$))[\w.-]+)*(?:\?[\x21-\x7e]*)?$/

/** The URL if it is a page of the console, and never one of another site; otherwise null. */
export function consolePage(address: string): string | null {
  return page.test(address) ? address : null
}
