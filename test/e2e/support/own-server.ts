import { rm } from "node:fs/promises"
import { prepareData } from "./prepared.ts"
import { startSite } from "./site-server.ts"

export interface Site {
  url: string
  data: string
}

export interface OwnServer {
  site: Site
  /** Stops it and removes its data. */
  stop(): Promise<void>
}

/** A production server on a copy of the prepared data. */
export async function startOwnServer(settings: NodeJS.ProcessEnv): Promise<OwnServer> {
  const { folder, data } = await prepareData()
  const server = await startSite(data, settings)
  return {
    site: { url: server.url, data },
    async stop() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
