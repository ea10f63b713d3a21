import { describe, expect, test } from "vitest"
import { normalizeText } from "./normalize-text.ts"

describe("Text that people write for others", () => {
  test.each([
    ["text that turns the direction", "pay \u202emoc.elpmaxe\u202c now", "pay moc.elpmaxe now"],
    ["isolates and marks of direction", "\u2067a\u2069\u200e\u200f\u061c", "a"],
    ["zero-width characters", "b\u200bad\u2060 wo\ufeffrd\u00ad", "bad word"],
    ["joiners between Latin letters", "b\u200da\u200cd", "bad"],
    ["controls", "a\0b\u0007c\u009bd", "abcd"],
    ["fillers that look like nothing", "\u3164\u2800\u115f", ""],
    ["hidden tags", `a${String.fromCodePoint(0xe0041, 0xe0042)}b`, "ab"],
    [
      "stacked marks",
      `Z${"\u0351".repeat(40)}a${"\u0316".repeat(9)}`,
      `Z${"\u0351".repeat(3)}a${"\u0316".repeat(3)}`,
    ],
    ["many variation selectors", `a${"\ufe0f".repeat(30)}`, `a${"\ufe0f".repeat(3)}`],
    ["five hundred empty lines", `a${"\n".repeat(500)}b`, "a\n\nb"],
    ["lines of spaces", "a \t \n   \n \r\n  \u2028 b", "a\n\n b"],
    ["lone surrogates", "a\ud800b", "a\ufffdb"],
    ["decomposed letters", "Zoe\u0308", "Zoë"],
    ["spaces around", "  a  ", "a"],
  ])("%s", (_what, written, shown) => expect(normalizeText(written)).toBe(shown))

  test.each([
    ["an emoji of a family", "👩‍👩‍👧‍👦 and 🏃🏽‍♀️"],
    ["the flag of Wales", "🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
    ["Persian with a joiner", "می‌خواهم"],
    ["Hindi", "क्‍ष अच्छा"],
    ["Hebrew with points", "בְּרֵאשִׁית"],
    ["Vietnamese", "Nguyễn Thị Ánh"],
    ["markup, which pages escape", `<b onclick="x">&amp;</b>`],
    ["two paragraphs", "One\n\nTwo"],
  ])("%s stays", (_what, text) => expect(normalizeText(text)).toBe(text.normalize("NFC")))

  test("Tidied text is tidy", () => {
    for (const text of [
      "a\u200b\u0301b",
      "x \u202e\n\n\u200b\n\ny",
      "👩\u200d\u200d👩",
      "e\u200b\u0301\u0301\u0301\u0301",
    ])
      expect(normalizeText(normalizeText(text))).toBe(normalizeText(text))
  })
})
