import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import type { Plugin } from "vite"
import * as offlinePage from "#content/offline-page.ts"
import { sharedFiles } from "#content/phone.ts"
import { escapeHtml } from "#primitives/html.ts"
import { buildBootScript } from "./boot-scripts.ts"

const source = (name: string) => fileURLToPath(new URL(`../phone/${name}.ts`, import.meta.url))

/** Adds to a build: the service worker, the offline page that it keeps, and the script of pages without React. */
export function phone(): Plugin {
  return {
    name: "phone",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    generateBundle: {
      // After the stylesheet has its name.
      order: "post",
      async handler(_, bundle) {
        const built = Object.keys(bundle)
        const styles = built.filter((name) => /^assets\/site-[\w-]+\.css$/.test(name))
        const fonts = built.filter((name) => name.endsWith(".woff2"))
        if (styles.length !== 1 || fonts.length === 0)
          this.error(
            `The offline page needs one stylesheet and the fonts; found ${[...styles, ...fonts].join(", ")}`,
          )
        const { code: script } = await buildBootScript(source("stand-alone"))
        const page = offlineHtml(styles.map((name) => `/${name}`))
        const files = [
          "/offline.html",
          sharedFiles.script,
          ...[...styles, ...fonts].map((name) => `/${name}`),
        ]
        const version = createHash("sha256")
          .update(JSON.stringify([files, page, script]))
          .digest("hex")
          .slice(0, 12)
        const { code: worker } = await buildBootScript(source("service-worker"), {
          PHONE_BUILD: JSON.stringify({ version, offline: "/offline.html", files }),
        })
        const emit = (fileName: string, text: string) =>
          this.emitFile({ type: "asset", fileName, source: text })
        emit("offline.html", page)
        emit(sharedFiles.script.slice(1), script)
        emit("service-worker.js", worker)
      },
    },
  }
}

function offlineHtml(styles: readonly string[]): string {
  const { title, lead, there, missing, retry, waiting, nothing } = offlinePage
  const words = (text: string) => escapeHtml(text)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${words(title)}</title><meta name="robots" content="noindex">
<meta name="theme-color" content="#0e1110">
${styles.map((href) => `<link rel="stylesheet" href="${href}">`).join("")}<link rel="icon" href="/favicon.svg" type="image/svg+xml"></head>
<body><main class="field-ink gutter flex min-h-svh flex-col justify-end pt-section pb-section"><div class="max-w-4xl">
<h1 class="display text-title">${words(title)}</h1>
<p class="mt-5 max-w-[46ch] text-lead text-muted">${words(lead)} ${words(missing)}</p>
<p class="mt-8"><a class="label inline-flex min-h-12 items-center rounded-card bg-mark px-6 py-3 text-on-mark no-underline" href="">${words(retry)}</a></p>
<h2 class="label mt-10 text-muted">${words(waiting)}</h2>
<p class="mt-2 max-w-[62ch] text-small text-muted">${words(there)}</p>
<ul id="waiting" class="mt-3 border-l-4 border-line pl-4" aria-live="polite"><li>${words(nothing)}</li></ul>
</div></main><script src="${sharedFiles.script}"></script></body></html>
`
}
