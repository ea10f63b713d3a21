/** The text with a picture as a separate paragraph, at the nearest end of a line. */
export function withPicture(
  markdown: string,
  { address, description, at }: { address: string; description: string; at: number },
): string {
  const end = markdown.indexOf("\n", Math.min(Math.max(at, 0), markdown.length))
  const split = end === -1 ? markdown.length : end
  const words = description.replace(/[[\]\\\s]+/g, " ").trim()
  const parts = [
    markdown.slice(0, split).trimEnd(),
    `![${words}](${address})`,
    markdown.slice(split).trimStart(),
  ]
  return parts.filter(Boolean).join("\n\n")
}
