import type { World } from "#domain/world.ts"
import { equal } from "#primitives/secrets.ts"

type Version = { id: number; version: number }

/** The last part of the address of a preview: only this installation can make one. */
export function previewKey(world: Pick<World, "sign">, { id, version }: Version): string {
  return `${id}-${version}-${world.sign("article-preview", `${id} ${version}`).slice(0, 32)}`
}

/** The version that a key shows; null if this installation did not make it. */
export function versionOfKey(world: Pick<World, "sign">, key: string): Version | null {
  const [, id, version] = /^([1-9]\d{0,14})-([1-9]\d{0,8})-[0-9a-f]{32}$/.exec(key) ?? []
  const found = { id: Number(id), version: Number(version) }
  return id && equal(previewKey(world, found), key) ? found : null
}
