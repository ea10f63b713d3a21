import { isIP } from "node:net"
import { networkInterfaces } from "node:os"

/** What the DNS of the site and its mail should say. */
export interface ExpectedRecords {
  /** Host of SITE_URL; null if the site has no name. */
  site: string | null
  /** Public addresses of this machine; empty if it is not known, as behind a translating router. */
  addresses: readonly string[]
  /** Domain of MAIL_FROM. */
  mailDomain: string
  /** Domains that receive mail: bounces of MAIL_FROM, and REPLY_ADDRESS. */
  receiving: readonly string[]
  /** What the mail provider wants in the SPF record, such as "include:_spf.provider.example". */
  spf?: string
  /** Name under which the mail provider publishes its signing key. */
  selector?: string
}

interface Settings {
  SITE_URL?: string | undefined
  MAIL_FROM: string
  REPLY_ADDRESS?: string | undefined
}

/** Derives the expected records from the settings of the site. */
export function expectedRecords(
  { SITE_URL, MAIL_FROM, REPLY_ADDRESS }: Settings,
  given: { addresses?: readonly string[]; spf?: string; selector?: string },
): ExpectedRecords {
  const host = SITE_URL ? new URL(SITE_URL).hostname : ""
  const mailDomain = domainOf(MAIL_FROM)
  return {
    site: host === "" || host === "localhost" || isIP(host.replace(/^\[|\]$/g, "")) ? null : host,
    addresses: given.addresses?.length ? given.addresses : publicAddresses(),
    mailDomain,
    receiving: [...new Set([mailDomain, ...(REPLY_ADDRESS ? [domainOf(REPLY_ADDRESS)] : [])])],
    ...(given.spf ? { spf: given.spf } : {}),
    ...(given.selector ? { selector: given.selector } : {}),
  }
}

/** The domain of `name@domain` or `Name <name@domain>`. */
function domainOf(mailbox: string): string {
  return mailbox.replace(/>\s*$/, "").split("@").at(-1)?.toLowerCase() ?? ""
}

/** Addresses of this machine that the internet can reach. */
function publicAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, address }) => !internal && !isPrivate(address))
    .map(({ address }) => address)
}

function isPrivate(address: string): boolean {
  return /^(10\.|127\.|169\.254\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.|f[cd]|fe[89ab])/i.test(
    address,
  )
}
