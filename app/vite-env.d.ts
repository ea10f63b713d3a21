/// <reference types="vite/client" />

interface ImportMetaEnv {
  /** Public origin that prerendered pages are written for. */
  readonly VITE_SITE_URL: string
}
