import type { Context } from "hono"
import type { Caller } from "../gateway/contract.ts"
import type { Tokens } from "./access/tokens.ts"
import type { OpenRendering } from "./images/renderings.ts"
import type { StorageConfig, StorageOptions } from "./options.ts"

/** The dependencies of the endpoints in this folder. */
export interface Storage extends Pick<StorageOptions, "db" | "files" | "now" | "log"> {
  /** Reserved bucket names. */
  reservedNames: ReadonlySet<string>
  tokens: Tokens
  openRendering: OpenRendering
  config: StorageConfig
}

/** The gateway's result for a request: the caller, or why there is none. */
export interface StorageVariables {
  caller?: Caller
  refusal?: string
  /** The client's address, if a proxy in front has determined it. */
  clientAddress?: string
}

export type StorageContext = Context<{ Variables: StorageVariables }>

/** Handles one request; `rest` is the percent-encoded path after the route's own: "/photos/a.png". */
export type Endpoint = (storage: Storage, c: StorageContext, rest: string) => Promise<Response>
