import type { Config } from "@react-router/dev/config"
import { athletePaths } from "./app/pages/athletes/paths.ts"
import { renderedPerRequest } from "./app/rendering.ts"
import { precompress } from "./app/vite/precompress.ts"

/**
 * Framework mode with server rendering. Every address without a parameter that shows only content is written
 * at build time; what shows live data or depends on the visitor is rendered per request.
 */
export default {
  ssr: true,
  // All routes are known from the first load: no manifest requests while the visitor moves around.
  routeDiscovery: { mode: "initial" },
  prerender({ getStaticPaths }) {
    return [...getStaticPaths(), ...athletePaths].filter((path) => !renderedPerRequest.includes(path))
  },
  async buildEnd({ reactRouterConfig, viteConfig }) {
    await precompress(reactRouterConfig.buildDirectory, viteConfig.env.VITE_SITE_URL)
  },
} satisfies Config
