import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { articles } from "#app/vite/articles.ts"
import { artwork } from "#app/vite/artwork.ts"
import { bootScripts } from "#app/vite/boot-scripts.ts"
import { scriptFiles } from "#app/vite/chunks.ts"
import { clientGuard } from "#app/vite/client-guard.ts"
import { phone } from "#app/vite/phone.ts"
import { previews } from "#app/vite/previews.ts"
import { socialImages } from "#app/vite/social-images.ts"

// Vite hands variables of this name to the pages. The server puts the addresses right when it is published elsewhere.
process.env.VITE_SITE_URL ||= process.env.SITE_URL || "http://localhost:3000"

export default defineConfig(({ command }) => ({
  plugins: [
    clientGuard(),
    articles(),
    artwork(),
    bootScripts(),
    phone(),
    previews(),
    socialImages(),
    tailwindcss(),
    reactRouter(),
  ],
  ...(command === "build"
    ? {
        // The server's pages bring the production React with them, whatever NODE_ENV the server is started with.
        ssr: { noExternal: true },
        environments: {
          client: { build: { rolldownOptions: { output: scriptFiles } } },
          ssr: { define: { "process.env.NODE_ENV": JSON.stringify("production") } },
        },
      }
    : {}),
}))
