import type { Files } from "#ports/files.ts"
import { transact } from "../access/transaction.ts"
import { holdVersion } from "../objects/version-files.ts"
import type { StorageOptions } from "../options.ts"
import { noSuchKey } from "../refusal.ts"

/** Every cached rendering has a separate area, so that two with the same bytes are two files. */
export const renderingsArea = "renderings"
const areaOf = (id: string) => `${renderingsArea}/${id}`

type Keeping = Pick<StorageOptions, "db" | "files">
type OpenedFile = NonNullable<Awaited<ReturnType<Files["get"]>>>

export interface OpenedRendering extends OpenedFile {
  mimeType: string
}

/** The cached rendering with this id; null if there is none. The caller must read or cancel its body. */
export async function openKept({ db, files }: Keeping, id: string): Promise<OpenedRendering | null> {
  const [row] = await db.sql<{ file: string; mime_type: string; is_stale: boolean }>`
    select file, mime_type, used_at < now() - interval '1 hour' as is_stale from storage.renderings where id = ${id}
  `
  const file = row && (await files.get(`${areaOf(id)}/${row.file}`))
  if (!file) return null
  if (row.is_stale) await db.sql`update storage.renderings set used_at = now() where id = ${id}`
  return { ...file, mimeType: row.mime_type }
}

interface NewRendering {
  id: string
  /** Of the object that it was made from. */
  version: string
  mimeType: string
  bytes: Uint8Array
}

/** Caches a rendering for as long as an object has the version it was made from. Throws NoSuchKey if none has. */
export async function keepRendering({ db, files }: Keeping, given: NewRendering): Promise<void> {
  const { id, version, mimeType, bytes } = given
  const staged = await files.stage([bytes])
  try {
    await transact(db, async (inner) => {
      await holdVersion(inner, version)
      const rows = await inner.sql`
        insert into storage.renderings (id, version, file, mime_type, size)
        select ${id}, ${version}, ${staged.hash}, ${mimeType}, ${staged.size}::integer
        where exists (select from storage.objects where version = ${version})
        on conflict (id) do update set file = excluded.file, mime_type = excluded.mime_type, size = excluded.size,
          used_at = now()
        returning id
      `
      if (rows.length === 0) throw noSuchKey()
      await staged.keep(areaOf(id))
    })
  } catch (error) {
    await staged.discard()
    throw error
  }
}

/** Removes the renderings made from this version. */
export async function forgetRenderings({ db, files }: Keeping, version: string): Promise<void> {
  const rows = await db.sql<Removed>`
    delete from storage.renderings where version = ${version} returning id, file
  `
  await removeFiles(files, rows)
}

/** Removes the least recently used renderings until the others take at most `bytes` in total. */
export async function forgetUnused({ db, files }: Keeping, bytes: number): Promise<void> {
  const rows = await db.sql<Removed>`
    delete from storage.renderings where id in (
      select id from (
        select id, sum(size) over (order by used_at desc, id) as together from storage.renderings
      ) as by_use where together > ${bytes}::bigint
    ) returning id, file
  `
  await removeFiles(files, rows)
}

interface Removed {
  id: string
  file: string
}

async function removeFiles(files: Files, rows: readonly Removed[]): Promise<void> {
  for (const { id, file } of rows) await files.remove(`${areaOf(id)}/${file}`)
}
