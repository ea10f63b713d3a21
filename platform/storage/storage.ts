import type { Context } from "hono"
import type { Caller } from "../gateway/contract.ts"
import type { Tokens } from "./access/tokens.ts"
import type { OpenRendering } from "./images/renderings.ts"
import type { StorageConfig, StorageOptions } from "./options.ts"

/** What the endpoints of this folder work with. */
export interface Storage extends Pick<StorageOptions, "db" | "files" | "now" | "log"> {
  /** What no bucket may be named. */
  reservedNames: ReadonlySet<string>
  tokens: Tokens
  openRendering: OpenRendering
  config: StorageConfig
}

/** What the gateway found out about a request: the caller, or why there is none. */
export interface StorageVariables {
  caller?: Caller
  refusal?: string
  /** The client's address, where a server in front has found it out. */
  clientAddress?: string
}

export type StorageContext = Context<{ Variables: StorageVariables }>

/** Answers one request; `rest` is what follows the route's own path, percent-encoded: "/photos/a.png". */
export type Endpoint = (storage: Storage, c: StorageContext, rest: string) => Promise<Response>
