/** Photos stored by our storage service on the database of a test world. */
import sharp from "sharp"
import { createSupabaseObjects } from "#adapters/objects/supabase.ts"
import { createPictures } from "#adapters/pictures/sharp.ts"
import type { World } from "#domain/world.ts"
import { createStorage } from "#platform/storage/service.ts"

/** The world with photos and newsletter pictures. */
export function withPhotos(world: World): World {
  const { db, files, log } = world
  const storage = createStorage({ db, files, log, secret: "x".repeat(32), now: () => new Date() })
  const objects = (bucket: string) =>
    createSupabaseObjects({
      url: "http://storage.invalid",
      key: "sb_secret_test",
      bucket,
      fetch: async (input, init) => storage.asServer(new Request(input, init)),
    })
  return {
    ...world,
    pictures: createPictures(),
    photos: objects("photos"),
    newsletterPictures: objects("newsletters"),
  }
}

/** A photo whose metadata contain where it was taken. */
export async function takePhoto(): Promise<Uint8Array<ArrayBuffer>> {
  const exif = { IFD3: { GPSLatitude: "51/1 30/1 0/1", GPSLatitudeRef: "N" } }
  const photo = sharp({ create: { width: 900, height: 600, channels: 3, background: "#c04020" } })
  return new Uint8Array(await photo.withExif(exif).jpeg().toBuffer())
}
