/**
 * Stamps of forms that seem to have been open for a while, so that no test has to wait as long as a fast person takes.
 */
import type { Locator } from "@playwright/test"
import { makeStamp } from "#domain/leads/stamp.ts"
import { createSigner } from "#server/world/signer.ts"
import { secretsOfServer } from "./account.ts"

/** A stamp of the server of this run, or of one with its own data, for a form that was opened ten seconds ago. */
export async function oldStamp(form: string, data?: string): Promise<string> {
  const { AUTH_SECRET = "" } = await secretsOfServer(data)
  return makeStamp({ sign: createSigner(AUTH_SECRET), now: () => new Date(Date.now() - 10_000) }, form)
}

/** Makes the form submit this stamp even if the page's own stamp arrives later and replaces the field. */
export async function age(form: Locator, id: string, stamp?: string): Promise<void> {
  const old = stamp ?? (await oldStamp(id))
  await form.locator('input[name="stamp"]').evaluate((input: HTMLInputElement, value) => {
    input.value = value
    // Without scripts, only the field is sent.
    input.form?.addEventListener("formdata", ({ formData }) => formData.set("stamp", value))
  }, old)
}
