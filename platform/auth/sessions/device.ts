const browsers: [RegExp, string][] = [
  [/\bEdgA?(?:iOS)?\//, "Edge"],
  [/\bOPR\/|\bOpera\b/, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\bFirefox\/|\bFxiOS\//, "Firefox"],
  [/\bChrome\/|\bCriOS\//, "Chrome"],
  [/\bSafari\//, "Safari"],
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
  if (!userAgent) return null
  const browser = browsers.find(([form]) => form.test(userAgent))?.[1]
  const system = systems.find(([form]) => form.test(userAgent))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? null
}
