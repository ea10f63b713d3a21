import type { Plugin } from "vite"
import { artworkFor } from "#content/artwork/artwork.ts"
import { socialCards } from "#content/social-cards.ts"

const id = "virtual:previews"

/** For the server only: which pages have a link preview image, and its alternative text. */
export function previews(): Plugin {
  return {
    name: "previews",
    resolveId: (source) => (source === id ? `\0${id}` : undefined),
    load(resolved) {
      if (resolved !== `\0${id}`) return
      const words = socialCards().map(({ path, title, picture }) => {
        const { alt } = artworkFor(picture.kind, picture.slug)
        return [path, `${title.replace(/\.$/, "")}. ${alt}`]
      })
      return `export const previews = ${JSON.stringify(Object.fromEntries(words))}`
    },
  }
}
