import { reactRouter } from "@react-router/dev/vite"
import tailwindcss from "@tailwindcss/vite"
import { defineConfig } from "vite"
import { articles } from "#app/vite/articles.ts"
import { clientGuard } from "#app/vite/client-guard.ts"

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  base: "/operator/",
  publicDir: false,
  plugins: [clientGuard(), articles(), tailwindcss(), reactRouter()],
  ...(command === "build"
    ? {
        // The server build includes the production version of React, whatever NODE_ENV the server is started with.
        ssr: { noExternal: true },
        environments: { ssr: { define: { "process.env.NODE_ENV": JSON.stringify("production") } } },
      }
    : {}),
}))
