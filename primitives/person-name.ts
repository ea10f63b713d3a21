/** Scripts that join letters with ZWNJ (U+200C) and ZWJ (U+200D): without them, a name is misspelled. */
const joiningScripts = [
  ...["Arabic", "Syriac", "Mongolian", "Nko", "Mandaic", "Adlam", "Hanifi_Rohingya", "Devanagari", "Bengali"],
  ...[
    "Gurmukhi",
    "Gujarati",
    "Oriya",
    "Tamil",
    "Telugu",
    "Kannada",
    "Malayalam",
    "Sinhala",
    "Khmer",
    "Myanmar",
  ],
]
const joinable = `[${joiningScripts.map((script) => `\\p{Script_Extensions=${script}}`).join("")}]`
const joined = `(?<=${joinable})(?:[\\u200c\\u200d](?=${joinable})|\\u200d(?![\\u200c\\u200d]))`

/** Emoji with their joiners, such as families (Unicode Technical Standard 51), and the flags of regions such as Wales. */
const picture = "\\p{Extended_Pictographic}[\\ufe0f\\p{Emoji_Modifier}]*"
const pictures = `${picture}(?:\\u200d${picture})*`
const regionFlag = "\\u{1f3f4}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,6}\\u{e007f}"

/** Invisible characters that change what is shown, as parts of emoji, of flags, or of scripts that join letters. */
export const shownInvisible = new RegExp(`${regionFlag}|${pictures}|${joined}|\\p{Variation_Selector}`, "gu")
// Control characters, direction marks and fillers can make a name look like another one, or empty.
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u

// Mail programs turn such words into links even without https://.
const link =
  /:\/\/|\bwww\.|\S@\S|[\p{L}\p{N}]\.(?:\p{L}{2,}\/|(?:com|net|org|info|biz|io|app|dev|shop|store|site|online|xyz|top|club|link|live|ly|gg|tv|ru|cn|example)(?![\p{L}\p{N}]))/iu

/**
 * Validates a person's name in any script. Returns what is wrong with a trimmed name, as the rest of a sentence ("must
 * not be a web address"); null if it is valid.
 */
export function nameProblem(name: string): string | null {
  if (!/[\p{L}\p{N}\p{Extended_Pictographic}\p{Regional_Indicator}]/u.test(name))
    return "must have at least one letter"
  if (invisible.test(name.replace(shownInvisible, ""))) return "must not have invisible characters"
  if (hasLink(name)) return "must not be a web address"
  return null
}

/** Whether a text contains a web or email address, also one in look-alike letters. */
export function hasLink(text: string): boolean {
  return link.test(text.normalize("NFKC"))
}
