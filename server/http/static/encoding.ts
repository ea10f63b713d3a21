/** Content encodings in which files are stored, best first; `identity` is always available. */
const encodings = ["br", "gzip"] as const
export type Encoding = (typeof encodings)[number]

/**
 * Returns which of our encodings an Accept-Encoding header allows (RFC 9110 section 12.5.3), in our order of
 * preference. Clients send few different headers, so results are cached; the cache is bounded in case of arbitrary
 * ones.
 */
export function acceptedEncodings(): (header: string | string[] | undefined) => readonly Encoding[] {
  const known = new Map<string, readonly Encoding[]>()
  return (header) => {
    const text = header === undefined ? "" : String(header)
    const remembered = known.get(text)
    if (remembered) return remembered
    const accepted = read(text)
    if (known.size < 500) known.set(text, accepted)
    return accepted
  }
}

function read(header: string): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const part of header.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim())
    const weight = parameters.find((parameter) => parameter.startsWith("q="))
    if (coding) weights.set(coding === "x-gzip" ? "gzip" : coding, weight ? Number(weight.slice(2)) : 1)
  }
  return encodings.filter((encoding) => (weights.get(encoding) ?? weights.get("*") ?? 0) > 0)
}
