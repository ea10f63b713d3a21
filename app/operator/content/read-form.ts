import { pictureBytes } from "#content/newsletter-pictures.ts"
import type { Control } from "#content/words/kind.ts"
import type { PictureEdit } from "#domain/operator/content/content-commands.ts"
import { cleanText } from "#primitives/plain.ts"

interface ReadForm {
  fields: Record<string, unknown>
  pictures: Record<string, PictureEdit>
  /** The label of a picture that is too large to be read. */
  tooLarge: string | null
}

const longest = 20_000

/** The fields of a kind's form. Fields that the kind does not have are ignored, and empty ones are left out. */
export async function readForm(form: FormData, controls: readonly Control[]): Promise<ReadForm> {
  const fields: Record<string, unknown> = {}
  const pictures: Record<string, PictureEdit> = {}
  let tooLarge: string | null = null
  for (const { name, as, label } of controls) {
    const text = textOf(form.get(name))
    if (as === "picture") {
      const file = form.get(name)
      const chosen = file instanceof File && file.size > 0 ? file : null
      if (chosen && chosen.size > pictureBytes) tooLarge = label
      pictures[name] = {
        bytes: chosen && tooLarge === null ? new Uint8Array(await chosen.arrayBuffer()) : null,
        alt: textOf(form.get(`${name}-alt`)),
        remove: !chosen && form.get(`${name}-remove`) === "yes",
      }
    } else if (as === "weekdays") {
      const days = form.getAll(name).map(Number)
      if (days.length > 0) fields[name] = days
    } else if (as === "lines") {
      const lines = text.split("\n").flatMap((line) => line.trim() || [])
      if (lines.length > 0) fields[name] = lines
    } else if (text !== "") fields[name] = as === "number" ? Number(text) : text
  }
  return { fields, pictures, tooLarge }
}

/** What was typed, with line breaks as they are and without other control characters. */
function textOf(value: FormDataEntryValue | null): string {
  const lines = String(typeof value === "string" ? value : "")
    .replaceAll("\r\n", "\n")
    .split("\n")
  return lines
    .map((line) => cleanText(line, longest))
    .join("\n")
    .trim()
}
