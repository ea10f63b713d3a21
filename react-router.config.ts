import type { Config } from "@react-router/dev/config"
import { precompress } from "#app/vite/precompress.ts"
import { prerenderedPaths } from "#app/vite/prerendered.ts"

/** Framework mode with server rendering; pages that show only content are written at build time. */
export default {
  ssr: true,
  // All routes are known from the first load: no manifest requests while the visitor moves around.
  routeDiscovery: { mode: "initial" },
  prerender: ({ getStaticPaths }) => prerenderedPaths(getStaticPaths()),
  async buildEnd({ reactRouterConfig, viteConfig }) {
    await precompress(reactRouterConfig.buildDirectory, viteConfig.env.VITE_SITE_URL)
  },
} satisfies Config
