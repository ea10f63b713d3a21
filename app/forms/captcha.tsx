import { useEffect, useRef, useState } from "react"
import { site } from "#content/site.ts"
import type { CaptchaChallenge } from "#ports/captcha.ts"
import { Notice } from "../ui/notice.tsx"

/** The objects that the scripts of both services add to `window`. */
interface Service {
  render(place: HTMLElement, options: { sitekey: string; callback: (answer: string) => void }): string
  remove(widget: string): void
}

declare global {
  interface Window {
    turnstile?: Service
    hcaptcha?: Service
    captchaReady?: () => void
  }
}

/** The configured service's challenge. Its script is loaded only here, after a form has been submitted. */
export default function Captcha({
  challenge,
  onSolved,
}: {
  /** A new object is a new challenge, even if equal. */
  challenge: CaptchaChallenge
  onSolved: (answer: string) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  const [blocked, setBlocked] = useState(false)
  useEffect(() => {
    const { provider, siteKey, script } = challenge
    let widget: string | undefined
    let left = false
    const show = () => {
      if (left || !place.current) return
      widget = window[provider]?.render(place.current, { sitekey: siteKey, callback: onSolved })
    }
    load(provider, script).then(show, () => setBlocked(true))
    return () => {
      left = true
      if (widget !== undefined) window[provider]?.remove(widget)
    }
  }, [challenge, onSolved])
  return (
    <div>
      <div ref={place} className="min-h-20" />
      {blocked && (
        <Notice kind="problem">
          The puzzle did not load. Everything you typed is still here: try again, or write to{" "}
          {site.supportEmail}.
        </Notice>
      )}
      <noscript>The puzzle needs JavaScript. Without it, write to {site.supportEmail}.</noscript>
    </div>
  )
}

function load(provider: CaptchaChallenge["provider"], address: string): Promise<void> {
  if (window[provider]) return Promise.resolve()
  return new Promise((resolve, reject) => {
    window.captchaReady = resolve
    const script = document.createElement("script")
    script.src = `${address}?render=explicit&onload=captchaReady`
    script.async = true
    script.onerror = () => {
      script.remove()
      reject(new Error("The captcha's script did not load"))
    }
    document.head.append(script)
  })
}
