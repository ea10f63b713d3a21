/** Members of a separate site, created through its API. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { consentText } from "#content/competition-consent.ts"
import { competition } from "#content/competitions.ts"
import { joinByForm } from "#test/support/account-form.ts"
import { encodeFit } from "#test/support/recordings.ts"
import { type Person, somebody } from "./account.ts"
import { expect } from "./test.ts"

/**
 * A time zone with the same date as the competition's calendar, in which a workout three hours ago is on the day of
 * joining.
 */
export function joiningZone(now = new Date()): string {
  const hour = now.toLocaleString("en-US", {
    hour: "numeric",
    hourCycle: "h23",
    timeZone: competition.timeZone,
  })
  return Number(hour) >= 3 ? competition.timeZone : "Africa/Abidjan"
}

interface Member extends Person {
  token: string
  slug: string
}

/** Calls a site as a program, with the keys of its own data folder. */
export function callerOf({ url, data, now = Date.now }: { url: string; data: string; now?: () => number }) {
  const keys = readFile(join(data, "secrets.json"), "utf8").then((text) => JSON.parse(text))
  const call = async (path: string, body: object, token?: string) => {
    const { SUPABASE_PUBLISHABLE_KEY: publishable, SUPABASE_SECRET_KEY: secret } = await keys
    const form = body instanceof FormData
    const answer = await fetch(url + path, {
      method: "POST",
      headers: {
        apikey: token ? publishable : secret,
        authorization: `Bearer ${token ?? secret}`,
        ...(form ? {} : { "content-type": "application/json" }),
      },
      body: form ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }
  /** A confirmed account that has not joined. */
  const account = async (fullName: string, person = somebody("live")): Promise<Person> => {
    await call("/auth/v1/admin/users", {
      ...person,
      email_confirm: true,
      user_metadata: { full_name: fullName },
    })
    return person
  }
  const send = async ({ token }: Member, name: string, bytes: Uint8Array) => {
    const { importId } = await call(
      "/functions/v1/begin-import",
      { files: [{ name, size: bytes.length }] },
      token,
    )
    const form = new FormData()
    form.set("0.0", new Blob([new Uint8Array(bytes)]))
    await call(`/functions/v1/upload-import?import=${importId}`, form, token)
  }
  return {
    account,
    /** Uploads a recording, which a job reads. */
    send,
    async join(
      displayName: string,
      visibility: "public" | "members",
      person = somebody("live"),
    ): Promise<Member> {
      await account(displayName, person)
      const { access_token: token } = await call("/auth/v1/token?grant_type=password", person)
      const said = { displayName, visibility, timeZone: joiningZone(new Date(now())), consent: consentText }
      await joinByForm(url, token, said)
      const { SUPABASE_PUBLISHABLE_KEY: apikey } = await keys
      const headers = { apikey, authorization: `Bearer ${token}` }
      const own = await fetch(`${url}/rest/v1/athletes?select=slug`, { headers })
      const [athlete] = (await own.json()) as [{ slug: string }]
      return { ...person, token, slug: athlete.slug }
    },
    /** The same member with a new token, for a site whose clock has moved on. */
    async renew(member: Member): Promise<Member> {
      const { email, password } = member
      const { access_token: token } = await call("/auth/v1/token?grant_type=password", { email, password })
      return { ...member, token }
    },
    /** Uploads a run that started the given number of minutes ago; resolves when it is counted. */
    async upload(member: Member, minutesAgo: number): Promise<void> {
      const { token, slug } = member
      const session = {
        sport: "running",
        timerS: 600,
        elapsedS: 600,
        distanceM: 2100 + minutesAgo,
        records: 60,
      }
      const bytes = encodeFit({
        sessions: [{ ...session, startedAt: new Date(now() - minutesAgo * 60_000) }],
      })
      await send(member, "run.fit", bytes)
      const own = `${url}/boards/this-month/athletes/${slug}.json`
      const days = async () => {
        const answer = await fetch(own, { headers: { authorization: `Bearer ${token}` } })
        return answer.ok ? ((await answer.json()).days[0]?.points ?? 0) : 0
      }
      await expect.poll(days, { intervals: [50] }).toBeGreaterThan(0)
    },
  }
}
