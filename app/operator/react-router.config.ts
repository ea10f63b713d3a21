import type { Config } from "@react-router/dev/config"

/**
 * The console is a separate build: no route, file name or script of it is in the public site's manifest or folder. See
 * docs/decisions/2026-11-22-console.md.
 */
export default {
  appDirectory: ".",
  buildDirectory: "../../build/operator",
  basename: "/operator",
  ssr: true,
  routeDiscovery: { mode: "initial" },
} satisfies Config
