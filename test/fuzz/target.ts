type TargetKind = "page" | "console" | "endpoint" | "auth" | "data" | "function" | "storage" | "frames"

/** One address of the site, as a pattern with `:parameters` and `*`. */
export interface Target {
  kind: TargetKind
  /** Null: any method. */
  method: string | null
  path: string
  /** Names that a query, a form or a JSON body can carry here. */
  fields: string[]
  /** Forms that a visitor finds at this address, filled in: value by name. */
  forms: Record<string, string>[]
  /** JSON bodies that are taken here; they are sent with a part or two exchanged. */
  bodies?: readonly object[]
  /** What exists, by the name of the parameter in the path. */
  known?: Record<string, readonly string[]>
  /** Headers that say that the body comes from somebody who may send it. */
  sign?(body: Buffer): Record<string, string>
}
