/** Forms that look as if they had been open for a while, so that no test waits as long as the quickest person. */
import type { Locator } from "@playwright/test"
import { makeStamp } from "#domain/leads/stamp.ts"
import { createSigner } from "#server/signer.ts"
import { secretsOfServer } from "./account.ts"

/** A stamp of the server of this run, or of one with its own data, for a form that was opened ten seconds ago. */
export async function oldStamp(form: string, data?: string): Promise<string> {
  const { AUTH_SECRET = "" } = await secretsOfServer(data)
  return makeStamp({ sign: createSigner(AUTH_SECRET), now: () => new Date(Date.now() - 10_000) }, form)
}

/** Has the form on the page sent with it, whatever the page itself puts there: its own may arrive at any moment. */
export async function age(form: Locator, id: string, stamp?: string): Promise<void> {
  const old = stamp ?? (await oldStamp(id))
  await form.locator('input[name="stamp"]').evaluate((input: HTMLInputElement, value) => {
    input.value = value
    // Without scripts the field is all that is sent.
    input.form?.addEventListener("formdata", ({ formData }) => formData.set("stamp", value))
  }, old)
}
