/** Messages of the driver's connection that its types omit. */
export interface Wire {
  /** The texts of the statements that the connection has prepared, by name. */
  parsedStatements: Record<string, string>
  close(message: { type: "S"; name: string }): void
  parse(message: { text: string; name: string; types: number[] }): void
  bind(message: { portal: string; statement: string; values: readonly (string | null)[] }): void
  execute(message: { portal: string; rows: number }): void
}
