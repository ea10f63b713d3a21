import { readFile } from "node:fs/promises"
import { fileURLToPath } from "node:url"
import type { Font } from "satori"

const faces = [
  ["Archivo Black", 400, "@fontsource/archivo-black/files/archivo-black-latin-400-normal.woff"],
  ["Archivo Black", 400, "@fontsource/archivo-black/files/archivo-black-latin-ext-400-normal.woff"],
  ["Hanken Grotesk", 600, "@fontsource/hanken-grotesk/files/hanken-grotesk-latin-600-normal.woff"],
  ["Hanken Grotesk", 600, "@fontsource/hanken-grotesk/files/hanken-grotesk-latin-ext-600-normal.woff"],
  ["Hanken Grotesk", 600, "@fontsource/hanken-grotesk/files/hanken-grotesk-cyrillic-ext-600-normal.woff"],
  ["Hanken Grotesk", 600, "@fontsource/hanken-grotesk/files/hanken-grotesk-vietnamese-600-normal.woff"],
] as const

/**
 * The site's fonts in the only format that both packages contain and satori reads. A missing letter is taken from the
 * next font.
 */
export async function readFonts(): Promise<Font[]> {
  return Promise.all(
    faces.map(async ([name, weight, file]) => ({
      name,
      weight,
      style: "normal" as const,
      data: await readFile(fileURLToPath(import.meta.resolve(file))),
    })),
  )
}
