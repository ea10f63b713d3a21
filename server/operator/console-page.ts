const page = /^\/operator(?:\/(?!\.+(?:[/?]|$))[\w.-]+)*(?:\?[\x21-\x7e]*)?$/

/** The address, when it is that of a page of the console and never another site; else null. */
export function consolePage(address: string): string | null {
  return page.test(address) ? address : null
}
