import type { Browser, Page } from "@playwright/test"

/** The same browser with scripts turned off. */
export async function withoutScripts(
  browser: Browser,
  page: Page,
  baseURL: string | undefined,
): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
    ...(baseURL ? { baseURL } : {}),
  })
  return context.newPage()
}

/** Ends all sessions of the page's account, as another of its devices would: this page does not notice. */
export async function signOutEverywhere(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const [key] = Object.keys(localStorage).filter((one) => one.endsWith("-auth-token"))
    const { access_token } = JSON.parse(localStorage.getItem(key ?? "") ?? "{}")
    const { key: apikey } = await (await fetch("/backend.json")).json()
    const answer = await fetch("/auth/v1/logout?scope=global", {
      method: "POST",
      headers: { apikey, authorization: `Bearer ${access_token}` },
    })
    return answer.status
  })
  if (status !== 204) throw new Error(`Signing out answered ${status}`)
}
