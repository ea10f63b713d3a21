/**
 * The mailbox behind an address, for counting only: without the part after a plus sign (RFC 5233) and, for Gmail,
 * without dots, which Gmail ignores. Mails are sent to the address as entered.
 */
export function mailboxOf(address: string): string {
  const [, local = "", domain = ""] = /^(.*)@([^@]*)$/s.exec(address.trim().toLowerCase()) ?? []
  const name = local.split("+")[0] || local
  return /^(gmail|googlemail)\.com$/.test(domain)
    ? `${name.replaceAll(".", "")}@gmail.com`
    : `${name}@${domain}`
}
