import type { MetaDescriptor } from "react-router"
import { site } from "#content/site.ts"

/** Title and description of a page for browsers, search engines and link previews. The document adds the URL. */
export function pageMeta(page: {
  /** Omits the brand. */
  title: string
  /** One or two sentences, at most 160 characters. */
  description: string
  type?: "website" | "article" | "profile"
}): MetaDescriptor[] {
  const title = `${page.title} · ${site.name}`
  return [
    { title },
    { name: "description", content: page.description },
    { property: "og:title", content: title },
    { property: "og:description", content: page.description },
    { property: "og:type", content: page.type ?? "website" },
    { name: "twitter:card", content: "summary_large_image" },
  ]
}

/** The picture of a page in link previews, 1200 by 630. @param address absolute */
export function cardMeta(address: string, alt: string): MetaDescriptor[] {
  return [
    { property: "og:image", content: address },
    { property: "og:image:width", content: "1200" },
    { property: "og:image:height", content: "630" },
    { property: "og:image:alt", content: alt },
    { name: "twitter:image", content: address },
  ]
}
