import type { CDPSession, Page } from "@playwright/test"

export interface SlowPage {
  devtools: CDPSession
  /** Releases the scripts, at the speed of the network. */
  releaseScripts(): void
}

/**
 * A slow network: 150 ms per response, 200 kB/s. Scripts are held back until they are released, so that everything a
 * test does before certainly happens without them, however fast the machine is; slower figures, or a slower processor,
 * would only take longer.
 */
export async function slowDown(page: Page): Promise<SlowPage> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 200_000,
  })
  const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await released
    await route.continue()
  })
  return { devtools, releaseScripts }
}
