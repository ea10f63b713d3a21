import { z } from "zod"

/** An issue as submitted by its form. */
export const issueFormShape = z.object({
  list: z.string().max(100),
  subject: z.string().trim().min(1).max(200),
  preview: z.string().trim().max(200),
  // Browsers submit the line breaks of a text area as CRLF.
  markdown: z
    .string()
    .transform((text) => text.replaceAll("\r\n", "\n").trim())
    .pipe(z.string().min(1).max(200_000)),
  places: z.union([z.literal("").transform(() => null), z.coerce.number().int().min(1).max(999_999)]),
})

/** The position of the caret in the text as the browser counts it; the end of the text if the browser sends none. */
export function caretOf(form: FormData): number {
  const at = String(form.get("at") ?? "")
  return /^\d{1,6}$/.test(at) ? Number(at) : Number.MAX_SAFE_INTEGER
}
