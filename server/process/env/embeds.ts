import { z } from "zod"
import { type Embed, type Embeds, reportSlots } from "#content/embeds.ts"
import { forms } from "#content/forms.ts"

/** The slots that a frame of another service can fill: every lead form and every report. */
const embedSlots: readonly string[] = [...Object.keys(forms), ...Object.keys(reportSlots)]

const words = `frames of other services by the slot they fill (${embedSlots.join(", ")}), such as newsletter=https://forms.example/embed/1`

/** `slot=frame` or `slot=frame script`, separated by commas, with https URLs (or http on this machine). */
export const embeds = z.string(words).transform((value, context): Embeds => {
  const found: Record<string, Embed> = {}
  for (const entry of value.split(",").map((part) => part.trim())) {
    if (entry === "") continue
    const [, slot = "", frame = "", script] = /^([\w-]+)=(\S+)(?:\s+(\S+))?$/.exec(entry) ?? []
    const complete =
      embedSlots.includes(slot) && isAddress(frame) && (script === undefined || isAddress(script))
    if (!complete) {
      context.addIssue({ code: "custom", message: words })
      return z.NEVER
    }
    found[slot] = script === undefined ? { frame } : { frame, script }
  }
  return found
})

function isAddress(value: string): boolean {
  const parsed = URL.parse(value)
  if (parsed === null || parsed.username !== "") return false
  const local = /^(localhost|127\.0\.0\.1|\[::1\])$/.test(parsed.hostname)
  return parsed.protocol === "https:" || (parsed.protocol === "http:" && local)
}

/** The origins that the content-security-policy must allow for them. */
export function embedOrigins(embeds: Embeds): {
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
