/** What phones read from the manifest: how the site is installed, and which files its share menu may send here. */
import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { importAccept, sharedFiles } from "./phone.ts"

const folder = new URL("../public/", import.meta.url)
const manifest = JSON.parse(await readFile(new URL("site.webmanifest", folder), "utf8"))

test("The share menu sends FIT, GPX, TCX and zip files to where the service worker and the server take them", () => {
  const { action, method, enctype, params } = manifest.share_target
  expect({ action, method, enctype }).toEqual({
    action: sharedFiles.path,
    method: "POST",
    enctype: "multipart/form-data",
  })
  expect(params.files.map(({ name }: { name: string }) => name)).toEqual([sharedFiles.field])
  const accepted: string[] = params.files[0].accept
  // Android asks for types, because it knows most of the endings by none.
  for (const kind of [
    ".fit",
    ".gpx",
    ".tcx",
    ".zip",
    "application/octet-stream",
    "application/zip",
    "text/xml",
  ])
    expect(accepted).toContain(kind)
  // An iPhone has no such menu: there the picker must not gray them out.
  for (const ending of [".fit", ".gpx", ".tcx", ".zip"]) expect(importAccept.split(",")).toContain(ending)
})

test("It can be installed: an app of its own, with icons of the sizes that they say, one of them to be cut round", async () => {
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/", scope: "/" })
  const sizes = []
  for (const { src, sizes: said, type } of manifest.icons) {
    const bytes = await readFile(new URL(src.slice(1), folder))
    // Width and height of a PNG are in its first chunk.
    expect([bytes.toString("latin1", 1, 4), type]).toEqual(["PNG", "image/png"])
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(said)
    sizes.push(said)
  }
  expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]))
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === "maskable")).toBe(true)
})
