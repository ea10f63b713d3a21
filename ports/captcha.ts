/** What a browser needs to show the challenge of a captcha service. */
export interface CaptchaChallenge {
  provider: "turnstile" | "hcaptcha"
  siteKey: string
  /** The URL of the service's script. */
  script: string
}

/** A captcha service. Absent until the operator has configured one. */
export interface Captcha {
  challenge: CaptchaChallenge
  /** The origins that a page's Content-Security-Policy must allow for it. */
  origins: Readonly<Record<"script" | "frame" | "style" | "connect", readonly string[]>>
  /** Verifies a browser's single-use response token with the service; "unknown" when the service is unreachable. */
  check(answer: string, ip: string | null): Promise<"person" | "refused" | "unknown">
}
