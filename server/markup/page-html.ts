import sanitizeHtml from "sanitize-html"
import { newsletterPictureSize, pictureSizes } from "#content/newsletter-pictures.ts"
import { blocks, schemes, unsafeHtml } from "./markdown.ts"

/** The title of the page is its only top-level heading. */
const ranks: Record<string, string> = { h1: "h2", h5: "h4", h6: "h4" }

/**
 * Renders Markdown for a page of the site: only `blocks`, without classes or styles. Links to other sites open in a new tab;
 * pictures of other sites are removed, because they would learn who reads.
 */
export function pageHtml(markdown: string): string {
  return sanitizeHtml(unsafeHtml(markdown), {
    allowedTags: blocks,
    allowedAttributes: {
      a: ["href", "target", "rel"],
      img: ["src", "srcset", "sizes", "width", "height", "alt", "loading"],
      th: ["align"],
      td: ["align"],
    },
    allowedSchemes: schemes,
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !isOurs(attribs.src ?? ""),
    transformTags: {
      "*": (given, { href, src, alt, align }) => ({
        tagName: ranks[given] ?? given,
        attribs: {
          ...(href === undefined ? {} : { href, ...(isOurs(href) ? {} : elsewhere) }),
          ...(src === undefined ? {} : { src, ...sizesOf(src), alt: alt ?? "", loading: "lazy" }),
          ...(align === undefined ? {} : { align }),
        },
      }),
    },
  }).trim()
}

/** Its size keeps its place while it loads. */
function sizesOf(src: string): Record<string, string> {
  const size = newsletterPictureSize(src)
  const srcset = pictureSizes(src)
  if (!size || !srcset) return {}
  return {
    srcset,
    sizes: "(min-width: 48rem) 43rem, 100vw",
    width: String(size.width),
    height: String(size.height),
  }
}

const elsewhere = { target: "_blank", rel: "noopener noreferrer" }

/** Browsers read a backslash as a slash. */
function isOurs(address: string): boolean {
  return /^(\/(?![/\\])|#)/.test(address)
}
