/**
 * The order matters, because browsers include the names of those they imitate: nearly all contain "Safari", and those
 * built on Chromium also contain "Chrome".
 */
const browsers: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\b(?:OPR|OPT|OPiOS)\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  // "HeadlessChrome" in headless mode.
  [/Chrome\/|\bChromium\/|\bCriOS\//, "Chrome"],
  // Only Safari itself states its version this way.
  [/\bVersion\/\S+ (?:Mobile\/\S+ )?Safari\//, "Safari"],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMacintosh\b|\bMac OS X\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
]

/**
 * A readable name for the device, such as "Chrome on Windows"; null when the user agent is not recognized.
 */
export function describeDevice(userAgent: string | null): string | null {
  const agent = userAgent ?? ""
  const browser = browsers.find(([form]) => form.test(agent))?.[1]
  const system = systems.find(([form]) => form.test(agent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
