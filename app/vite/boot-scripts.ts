import { createHash } from "node:crypto"
import { build, type Plugin, type Rolldown } from "vite"

const request = /\?boot$/
const prefix = "\0boot:"

/** An inline script of a document. */
interface BootScript {
  code: string
  /** Its source for a content-security-policy: "sha256-...". */
  hash: string
}

/**
 * Provides `import { code, hash } from "./boot/x.ts?boot"`: the file and all its imports as one minified string for
 * inlining, and its hash, which is therefore known at build time.
 */
export function bootScripts(): Plugin {
  const built = new Map<string, Promise<BootScript>>()
  let watching = false
  return {
    name: "boot-scripts",
    enforce: "pre",
    configResolved({ command }) {
      watching = command === "serve"
    },
    async resolveId(id, importer) {
      if (!request.test(id)) return undefined
      const file = await this.resolve(id.replace(request, ""), importer, { skipSelf: true })
      return file ? `${prefix}${file.id}.js` : undefined
    },
    async load(id) {
      if (!id.startsWith(prefix)) return undefined
      const file = id.slice(prefix.length, -".js".length)
      this.addWatchFile(file)
      // Client and server of one build share the same bytes; in development every request gets the latest.
      const script = (!watching && built.get(file)) || buildBootScript(file)
      built.set(file, script)
      const { code, hash } = await script
      return `export const code = ${JSON.stringify(code)}\nexport const hash = ${JSON.stringify(hash)}\n`
    },
  }
}

/** Bundles one file with all its imports; `define` replaces names with expressions. Throws when the result could close its script element. */
export async function buildBootScript(
  file: string,
  define: Record<string, string> = {},
): Promise<BootScript> {
  const result = (await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    define,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      rolldownOptions: { input: file, output: { format: "iife" } },
    },
  })) as Rolldown.RolldownOutput
  const [chunk, ...others] = result.output
  if (others.length > 0) throw new Error(`${file} does not fit into one script`)
  const code = chunk.code.trim()
  if (/<\/script|<!--/i.test(code)) throw new Error(`${file} would end the script element around it`)
  return { code, hash: `sha256-${createHash("sha256").update(code).digest("base64")}` }
}
