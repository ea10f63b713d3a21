import { z } from "zod"
import type { Captcha, CaptchaChallenge } from "#ports/captcha.ts"

interface CaptchaOptions {
  provider: CaptchaChallenge["provider"]
  siteKey: string
  secret: string
  /** Overrides the service's own URL. */
  verifyUrl?: string
  /** Milliseconds within which the service must respond. */
  patienceMs?: number
}

const hcaptcha = ["https://hcaptcha.com", "https://*.hcaptcha.com"]

const services = {
  /** https://developers.cloudflare.com/turnstile/reference/content-security-policy/ */
  turnstile: {
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js",
    verify: "https://challenges.cloudflare.com/turnstile/v0/siteverify",
    origins: {
      script: ["https://challenges.cloudflare.com"],
      frame: ["https://challenges.cloudflare.com"],
      style: [],
      connect: [],
    },
  },
  /** https://docs.hcaptcha.com/#content-security-policy-settings */
  hcaptcha: {
    script: "https://js.hcaptcha.com/1/api.js",
    verify: "https://api.hcaptcha.com/siteverify",
    origins: { script: hcaptcha, frame: hcaptcha, style: hcaptcha, connect: hcaptcha },
  },
} as const

const answerShape = z.object({ success: z.boolean(), "error-codes": z.array(z.string()).default([]) })

/** Error codes for mistakes in our configuration, which say nothing about the visitor. */
const ourMistakes = /secret|internal-error|bad-request|sitekey/

/** A captcha through the protocol shared by Turnstile and hCaptcha. */
export function createCaptcha(options: CaptchaOptions): Captcha {
  const { provider, siteKey, secret, patienceMs = 5000 } = options
  const { script, verify, origins } = services[provider]
  return {
    challenge: { provider, siteKey, script },
    origins,
    async check(answer, ip) {
      const body = new URLSearchParams({ secret, response: answer, ...(ip ? { remoteip: ip } : {}) })
      let read: z.output<typeof answerShape>
      try {
        const signal = AbortSignal.timeout(patienceMs)
        const response = await fetch(options.verifyUrl ?? verify, { method: "POST", body, signal })
        read = answerShape.parse(await response.json())
      } catch {
        return "unknown"
      }
      if (read.success) return "person"
      return read["error-codes"].some((code) => ourMistakes.test(code)) ? "unknown" : "refused"
    },
  }
}
