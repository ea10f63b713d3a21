import { deferred } from "./deferred.ts"

/**
 * Runs at the end of every page and starts the scripts that the server deferred (app/live/after-paint.ts). A frame begins
 * only after the styles have loaded, so a timer set in it fires after the first paint. A page in a background tab does
 * not paint and starts at once; if the styles do not load, scripts start after two seconds.
 */
let entry = document.querySelector<HTMLScriptElement>(`script[type="${deferred}"]`)

function start() {
  if (!entry) return
  const { nonce, text } = entry
  entry = null
  for (const link of document.querySelectorAll<HTMLLinkElement>(`link[rel="${deferred}"]`))
    link.rel = "modulepreload"
  const script = document.createElement("script")
  script.type = "module"
  script.nonce = nonce
  script.text = text
  document.head.append(script)
}

if (document.hidden) start()
else {
  requestAnimationFrame(() => setTimeout(start))
  setTimeout(start, 2000)
}
