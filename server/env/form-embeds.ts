import { z } from "zod"
import type { FormEmbed } from "#content/form-types.ts"
import { forms } from "#content/forms.ts"

const words = `third-party forms by the id of ours (${Object.keys(forms).join(", ")}), such as newsletter=https://forms.example/embed/1`

/** `form=frame` or `form=frame script`, separated by commas, all of them https addresses (http on this machine). */
export const formEmbeds = z.string(words).transform((value, context): Readonly<Record<string, FormEmbed>> => {
  const embeds: Record<string, FormEmbed> = {}
  for (const entry of value.split(",").map((part) => part.trim())) {
    if (entry === "") continue
    const [, form = "", frame = "", script] = /^([\w-]+)=(\S+)(?:\s+(\S+))?$/.exec(entry) ?? []
    const complete = form in forms && isAddress(frame) && (script === undefined || isAddress(script))
    if (!complete) {
      context.addIssue({ code: "custom", message: words })
      return z.NEVER
    }
    embeds[form] = script === undefined ? { frame } : { frame, script }
  }
  return embeds
})

function isAddress(value: string): boolean {
  const parsed = URL.parse(value)
  if (parsed === null || parsed.username !== "") return false
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname)
  return parsed.protocol === "https:" || (parsed.protocol === "http:" && local)
}

/** What the content-security-policy must let through for them, and nothing else. */
export function embedOrigins(embeds: Readonly<Record<string, FormEmbed>>): {
  frame: string[]
  script: string[]
} {
  const all = Object.values(embeds)
  const origins = (addresses: (string | undefined)[]) => [
    ...new Set(
      addresses.filter((address) => address !== undefined).map((address) => new URL(address).origin),
    ),
  ]
  return { frame: origins(all.map(({ frame }) => frame)), script: origins(all.map(({ script }) => script)) }
}
