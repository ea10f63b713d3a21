/** Downloads a file that was created or fetched on the page. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // Some browsers read it shortly after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
