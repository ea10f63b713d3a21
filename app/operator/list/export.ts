import type { CommandName } from "#domain/operator/commands.ts"
import { noteExport } from "#domain/operator/export-list.ts"
import type { World } from "#domain/world.ts"
import { refused } from "../answer.ts"
import { enter, type RouteArgs } from "../enter.ts"
import type { Column } from "./column.ts"
import { csvResponse } from "./csv.ts"
import { everyPage } from "./every-page.ts"

interface ExportedList<Address, Row> {
  /** The path of the desk, whose role it takes. */
  desk: string
  /** Under which the journal notes it. */
  command: CommandName
  /** Of the list in the journal and of the file, without its ending. */
  name: string
  columns: readonly Column<Row>[]
  address: Address
  /** One page of what the address asks for. */
  read(
    world: World,
    address: Address,
    window: { limit: number; offset: number },
  ): Promise<{ rows: readonly Row[] }>
  /** The desk's sentences for refusals, by code. */
  words?: Record<string, string>
}

/** Answers with a CSV file of exactly what the filter of a list shows, on all pages, once the journal has noted it. */
export async function exportList<Address, Row>(args: RouteArgs, list: ExportedList<Address, Row>) {
  const { world, operator } = enter(args, list.desk)
  const noted = await noteExport(world, operator, list.command, list.name)
  if (!noted.ok) return refused(noted.code, list.words ?? {}, args.request)
  const rows = everyPage(async (window) => (await list.read(world, list.address, window)).rows)
  return csvResponse(list.name, list.columns, rows)
}
