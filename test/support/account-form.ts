/**
 * Sends a form of the account page, or of another page of the account, as a member's browser does without scripts: opens their session with the access token, then
 * posts. Returns the page, and the cookie that came with it, if any. Throws when the form was not saved.
 */
export async function sendAccountForm(
  site: string,
  token: string,
  typed: Record<string, string>,
  page = "/account",
): Promise<{ html: string; cookie: string }> {
  const post = async (path: string, body: Record<string, string>, cookie = "") => {
    const answer = await fetch(site + path, {
      method: "POST",
      headers: { origin: site, ...(cookie ? { cookie } : {}) },
      body: new URLSearchParams(body),
    })
    const html = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${html.slice(0, 2000)}`)
    return { html, cookie: answer.headers.get("set-cookie")?.split(";")[0] ?? "" }
  }
  const { cookie } = await post("/account/session", { token })
  return post(page, typed, cookie)
}

/** Makes the member of an access token an athlete. */
export async function joinByForm(
  site: string,
  token: string,
  said: { displayName: string; timeZone: string; consent: string; visibility?: string },
): Promise<void> {
  await sendAccountForm(site, token, { form: "join", units: "metric", ...said })
}
