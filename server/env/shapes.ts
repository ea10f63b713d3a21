/** Validators of environment variables. Each message completes the sentence "NAME must be ...". */
import { resolve } from "node:path"
import { z } from "zod"

/** One of a few words, case-insensitive. */
export function oneOf<const Word extends string>(...words: readonly Word[]) {
  const wanted = `one of ${words.join(", ")}`
  return z.string(wanted).toLowerCase().pipe(z.enum(words, wanted))
}

/** A whole number from `min` to `max`. */
export function wholeNumber(min: number, max: number) {
  const wanted = `a whole number from ${min} to ${max}`
  return z
    .string(wanted)
    .regex(/^\d{1,9}$/, wanted)
    .transform(Number)
    .refine((value) => value >= min && value <= max, wanted)
}

/** A URL with one of `schemes` and a host. */
export function url(...schemes: string[]) {
  const wanted = `an address that begins with ${schemes.map((scheme) => `${scheme}://`).join(" or ")}`
  return z.string(wanted).refine((value) => {
    const parsed = URL.parse(value)
    return parsed !== null && parsed.host !== "" && schemes.includes(parsed.protocol.slice(0, -1))
  }, wanted)
}

const safeUrlWords = "an address that begins with https:// (http:// only for this machine itself)"

/** An https URL; http is allowed where nothing leaves the machine. */
export const safeUrl = z.string(safeUrlWords).refine((value) => {
  const parsed = URL.parse(value)
  if (parsed?.protocol === "https:") return parsed.host !== ""
  return parsed?.protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(parsed.hostname)
}, safeUrlWords)

const originWords = "an address such as https://b4m.example, without a path"

/** An http(s) origin; a trailing slash is removed. */
export const origin = z
  .string(originWords)
  .refine((value) => {
    const parsed = URL.parse(value)
    return parsed !== null && /^https?:$/.test(parsed.protocol) && parsed.href === `${parsed.origin}/`
  }, originWords)
  .transform((value) => new URL(value).origin)

/** A folder, resolved against the working directory. */
export const path = z.string("a folder").transform((value) => resolve(value))

/** A secret, long enough not to be guessed. */
export const secret = z.string("a text of at least 32 characters").min(32, "a text of at least 32 characters")

const emailListWords = "email addresses separated by commas"

/** Email addresses in lower case. */
export const emailList = z
  .string(emailListWords)
  .transform((value) => value.split(",").map((part) => part.trim().toLowerCase()))
  .transform((parts) => parts.filter(Boolean))
  .pipe(z.array(z.email(emailListWords)))

const mailboxWords = "a sender with an email address"

/** `name@host` or `Name <name@host>`. */
export const mailbox = z.string(mailboxWords).refine((value) => {
  const parts = /^(?:([^<>\r\n]*)<([^<>\s]+)>|([^<>\s]+))$/.exec(value)
  return parts !== null && z.email().safeParse(parts[2] ?? parts[3]).success
}, mailboxWords)

const urlListWords = "addresses that begin with https://, http:// or an app's own scheme, separated by commas"

/** Addresses, optionally with `*` wildcards. */
export const urlList = z
  .string(urlListWords)
  .transform((value) => value.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter(Boolean))
  .pipe(z.array(z.string().regex(/^[a-z][a-z0-9+.-]*:\/\/\S+$/i, urlListWords)))

const schemaWords =
  "names of schemas separated by commas, none of them auth, private or one of PostgreSQL's own (pg_..., information_schema)"

/** Schemas that may be exposed to callers; at least one. */
export const schemaNames = z
  .string(schemaWords)
  .transform((value) => value.split(",").map((part) => part.trim()))
  .transform((parts) => parts.filter(Boolean))
  .pipe(
    z
      .array(
        z.string().regex(/^(?!(?:auth|private|information_schema)$|pg_)[\w$][\w$ -]{0,62}$/, schemaWords),
      )
      .min(1, schemaWords),
  )

/** Kinds of characters that passwords need, separated by commas. */
export const passwordCharacters = z
  .string()
  .transform((text) =>
    text
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .pipe(z.array(z.enum(["lower", "upper", "digits", "symbols"], "must be of lower, upper, digits, symbols")))

/** The name of a bucket of S3. */
export const bucketName = z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "the name of a bucket")

/** The name of a region of S3. */
export const regionName = z.string().regex(/^[\w-]+$/, "a region such as us-east-1")
