/** The manifest as phones read it: how the site is installed, and which files the share menu may send. */
import { readFile } from "node:fs/promises"
import { expect, test } from "vitest"
import { importAccept, sharedFiles } from "./phone.ts"

const folder = new URL("../public/", import.meta.url)
const manifest = JSON.parse(await readFile(new URL("site.webmanifest", folder), "utf8"))

test("The share menu sends FIT, GPX, TCX and zip files to the address that the service worker and the server handle", () => {
  const { action, method, enctype, params } = manifest.share_target
  expect({ action, method, enctype }).toEqual({
    action: sharedFiles.path,
    method: "POST",
    enctype: "multipart/form-data",
  })
  expect(params.files.map(({ name }: { name: string }) => name)).toEqual([sharedFiles.field])
  const accepted: string[] = params.files[0].accept
  // Android needs MIME types, because it knows none for most of these extensions.
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
  // iPhones cannot share files to a web app, so their file picker must offer these.
  for (const ending of [".fit", ".gpx", ".tcx", ".zip"]) expect(importAccept.split(",")).toContain(ending)
})

test("It can be installed as a standalone app, with icons of the declared sizes, one of them maskable", async () => {
  expect(manifest).toMatchObject({ display: "standalone", start_url: "/", scope: "/" })
  const sizes = []
  for (const { src, sizes: said, type } of manifest.icons) {
    const bytes = await readFile(new URL(src.slice(1), folder))
    // The first chunk of a PNG contains its width and height.
    expect([bytes.toString("latin1", 1, 4), type]).toEqual(["PNG", "image/png"])
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(said)
    sizes.push(said)
  }
  expect(sizes).toEqual(expect.arrayContaining(["192x192", "512x512"]))
  expect(manifest.icons.some(({ purpose }: { purpose?: string }) => purpose === "maskable")).toBe(true)
})
