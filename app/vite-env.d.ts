/// <reference types="vite/client" />

declare module "virtual:article-texts" {
  /** The text of each article of content/blog as sanitized HTML, by its slug: for loaders, not for browsers. */
  export const texts: Readonly<Record<string, string>>
}

interface ImportMetaEnv {
  /** Public origin of prerendered pages. */
  readonly VITE_SITE_URL: string
}

declare module "virtual:previews" {
  /** Alternative text of each preview image, by page path. */
  export const previews: Readonly<Record<string, string>>
}

/** A file of app/boot/ as one inline script (app/vite/boot-scripts.ts). */
declare module "*?boot" {
  export const code: string
  /** For a content-security-policy: "sha256-...". */
  export const hash: string
}
