/// <reference types="vite/client" />

declare module "virtual:articles" {
  /** The entries of the blog listing, newest first, with the plain words of each article: for loaders, not for browsers. */
  export const articles: readonly import("#content/schema.ts").Article[]
}

interface ImportMetaEnv {
  /** Public origin that prerendered pages are written for. */
  readonly VITE_SITE_URL: string
}

declare module "virtual:previews" {
  /** By the page's path, what its picture for previews shows. */
  export const previews: Readonly<Record<string, string>>
}

/** A file of app/boot/ as one inline script (app/vite/boot-scripts.ts). */
declare module "*?boot" {
  export const code: string
  /** For a content-security-policy: "sha256-...". */
  export const hash: string
}
