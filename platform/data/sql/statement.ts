/** Collects the values of a statement; its text contains only placeholders. */
export class Statement {
  readonly values: (string | null)[] = []
  readonly #places = new Map<string, string>()

  /** The placeholder of a value, such as `$1`. Equal texts share one, so that equal expressions stay equal. */
  place(value: string): string {
    const known = this.#places.get(value)
    if (known) return known
    const place = `$${this.values.push(value)}`
    this.#places.set(value, place)
    return place
  }
}

/** An identifier in quotes. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** An array literal for PostgreSQL. */
export function arrayText(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/["\\]/g, "\\$&")}"`).join(",")}}`
}
