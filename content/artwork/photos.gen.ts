// Written by content/artwork/write.ts: the photos in public/photos.
export const photos: Readonly<Record<string, { src: string; width: number; height: number }>> = {}
