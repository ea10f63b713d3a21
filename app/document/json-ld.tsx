import { useDocument } from "./document.tsx"

/**
 * A description of the page for search engines (schema.org).
 * @param describe builds it from the origin
 */
export function JsonLd({ describe }: { describe: (origin: string) => Readonly<Record<string, unknown>> }) {
  const { origin } = useDocument()
  // Escapes "</script>" in text.
  const json = JSON.stringify(describe(origin)).replaceAll("<", "\\u003c")
  // biome-ignore lint/security/noDangerouslySetInnerHtml: generated JSON with "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
