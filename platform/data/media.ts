import { DataError } from "./errors.ts"

/** The format of a response. */
export type Media = "json" | "object" | "stripped" | "stripped-object" | "csv" | "none"

const types: readonly [RegExp, Media][] = [
  [/^(application\/json|application\/\*|\*\/\*)$/, "json"],
  [/^application\/vnd\.pgrst\.object(\+json)?;nulls=stripped$/, "stripped-object"],
  [/^application\/vnd\.pgrst\.object(\+json)?$/, "object"],
  [/^application\/vnd\.pgrst\.array(\+json)?;nulls=stripped$/, "stripped"],
  [/^application\/vnd\.pgrst\.array(\+json)?$/, "json"],
  [/^text\/csv$/, "csv"],
]

export const contentTypes: Record<Media, string> = {
  json: "application/json; charset=utf-8",
  object: "application/vnd.pgrst.object+json; charset=utf-8",
  stripped: "application/vnd.pgrst.array+json;nulls=stripped; charset=utf-8",
  "stripped-object": "application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8",
  csv: "text/csv; charset=utf-8",
  none: "application/json; charset=utf-8",
}

/** The first supported format in the Accept header; throws PGRST107 if there is none. */
export function chooseMedia(accept: string | null): Media {
  if (!accept?.trim()) return "json"
  const wanted = accept
    .split(",")
    .map((part) => {
      const [type = "", ...parameters] = part.split(";").map((text) => text.trim().toLowerCase())
      const quality = parameters.find((text) => text.startsWith("q="))?.slice(2)
      const stripped = parameters.includes("nulls=stripped") ? ";nulls=stripped" : ""
      return { name: `${type}${stripped}`, quality: quality === undefined ? 1 : Number(quality) || 0 }
    })
    .toSorted((a, b) => b.quality - a.quality)
  for (const { name } of wanted) {
    const known = types.find(([pattern]) => pattern.test(name))
    if (known) return known[1]
  }
  throw new DataError(406, "PGRST107", `None of these media types are available: ${accept}`)
}
