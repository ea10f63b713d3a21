/** What a browser needs to show the puzzle of a captcha service. */
export interface CaptchaChallenge {
  provider: "turnstile" | "hcaptcha"
  siteKey: string
  /** Address of the service's script. */
  script: string
}

/** A service that tells people from programs. Absent until the operator has configured one. */
export interface Captcha {
  challenge: CaptchaChallenge
  /** What a page's content-security-policy must let through for it. */
  origins: Readonly<Record<"script" | "frame" | "style" | "connect", readonly string[]>>
  /** Asks the service about an answer, which is good once; "unknown" when it cannot be asked. */
  check(answer: string, ip: string | null): Promise<"person" | "refused" | "unknown">
}
