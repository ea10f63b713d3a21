import { deferred } from "./deferred.ts"

/**
 * Runs at the end of every page and starts the scripts that the server has deferred (app/after-paint.ts). A frame begins
 * only when the styles have arrived, so a timer set in it fires after the first paint. A page in a background tab paints
 * nothing and starts at once; one whose styles do not arrive starts after two seconds.
 * Modules are requested and run one after another, the entry last, so that the browser can answer input in between. A module
 * that fails to load is left to the entry, which reports it.
 */
let entry = document.querySelector<HTMLScriptElement>(`script[type="${deferred}"]`)

const turn = () => new Promise((resolve) => setTimeout(resolve))

async function start() {
  if (!entry) return
  const { nonce, text } = entry
  entry = null
  const links = [...document.querySelectorAll<HTMLLinkElement>(`link[rel="${deferred}"]`)]
  for (const link of links) {
    link.rel = "modulepreload"
    await turn()
  }
  for (const { href } of links) {
    if (href.includes("/entry.client-")) continue
    await import(/* @vite-ignore */ href).catch(() => {})
    await turn()
  }
  const script = document.createElement("script")
  script.type = "module"
  script.nonce = nonce
  script.text = text
  document.head.append(script)
}

if (document.hidden) void start()
else {
  requestAnimationFrame(() => setTimeout(start))
  setTimeout(start, 2000)
}
