import type { Plugin } from "vite"
import { writeArtwork } from "#content/artwork/write.ts"

/** Draws the pictures of athletes, articles and events into public/art before a build or dev server starts. */
export function artwork(): Plugin {
  return {
    name: "artwork",
    applyToEnvironment: (environment) => environment.name === "client",
    async buildStart() {
      await writeArtwork(this.environment.config.publicDir)
    },
  }
}
