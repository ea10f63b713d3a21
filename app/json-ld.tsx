import { useDocument } from "./document.tsx"

/**
 * A description of the page for search engines (schema.org).
 * @param describe makes it from the public origin
 */
export function JsonLd({ describe }: { describe: (origin: string) => Readonly<Record<string, unknown>> }) {
  const { origin } = useDocument()
  // "<" would let a text end the script.
  const json = JSON.stringify(describe(origin)).replaceAll("<", "\\u003c")
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON of our own with "<" escaped
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />
}
