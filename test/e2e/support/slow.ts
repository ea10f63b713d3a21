import type { CDPSession, Page } from "@playwright/test"

export interface SlowPage {
  devtools: CDPSession
  /** Lets the scripts come, at the speed of the network. */
  releaseScripts(): void
}

/**
 * A slow phone on a slow network: 400 ms to an answer, 50 kB/s, half the processor. Scripts are held back until they are
 * released, so that whatever a test does before certainly happens without them, however fast the machine is.
 */
export async function slowDown(page: Page): Promise<SlowPage> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send("Network.enable")
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 400,
    downloadThroughput: 50_000,
    uploadThroughput: 50_000,
  })
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 2 })
  const { promise: released, resolve: releaseScripts } = Promise.withResolvers<void>()
  await page.route("**/assets/*.js", async (route) => {
    await released
    await route.continue()
  })
  return { devtools, releaseScripts }
}
