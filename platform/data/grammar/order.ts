import { type Field, Scanner } from "./scanner.ts"

/** `column.desc.nullslast`, or `embed(column)` with the same endings. */
export interface OrderTerm {
  /** The embedded relation that the column belongs to. */
  embed: string | null
  field: Field
  direction: "asc" | "desc" | null
  nulls: "first" | "last" | null
}

const direction = /\.(asc|desc)(?=[.,]|$)/y
const nulls = /\.nulls(first|last)(?=,|$)/y

/** The terms of an `order` parameter. */
export function parseOrder(text: string): OrderTerm[] {
  const scan = new Scanner(text, "order")
  const terms: OrderTerm[] = []
  do {
    scan.match(/\s*/y)
    let field = scan.field()
    let embed: string | null = null
    if (field.path.length === 0 && scan.take("(")) {
      embed = field.name
      field = scan.field()
      scan.expect(")")
    }
    const way = scan.match(direction)?.[1] ?? null
    const empty = scan.match(nulls)?.[1] ?? null
    terms.push({
      embed,
      field,
      direction: way as OrderTerm["direction"],
      nulls: empty as OrderTerm["nulls"],
    })
  } while (scan.take(","))
  if (!scan.done) scan.fail()
  return terms
}
