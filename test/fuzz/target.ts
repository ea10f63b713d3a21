type TargetKind = "page" | "console" | "endpoint" | "auth" | "data" | "function" | "storage" | "frames"

/** One address of the site, as a pattern with `:parameters` and `*`. */
export interface Target {
  kind: TargetKind
  /** Null: any method. */
  method: string | null
  path: string
  /** Names that a query, a form or a JSON body can contain here. */
  fields: string[]
  /** Forms that a visitor finds at this address, filled in: value by name. */
  forms: Record<string, string>[]
  /** JSON bodies accepted here; they are sent with one or two parts replaced. */
  bodies?: readonly object[]
  /** Existing values, by the name of the path parameter. */
  known?: Record<string, readonly string[]>
  /** Headers that authenticate the sender of the body. */
  sign?(body: Buffer): Record<string, string>
}
