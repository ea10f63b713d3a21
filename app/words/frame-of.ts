import type { RouterContextProvider } from "react-router"
import { linkKind } from "#content/words/links.ts"
import { competitionDay } from "#domain/competition/calendar/period.ts"
import { words as wordsKey, world } from "../context.ts"
import type { FrameWords } from "../document/document.tsx"

/** The words on every page; null while they are those of content/, so that documents need not contain them. */
export function frameOf(context: Readonly<RouterContextProvider>): FrameWords | null {
  const words = context.get(wordsKey)
  if (!words.isChanged("frame")) return null
  const [banner] = words.list("banner")
  const isOver = banner?.until !== undefined && banner.until < competitionDay(context.get(world).now())
  const shown = banner && !isOver ? { text: banner.text, ...linkOf(banner) } : null
  if (!shown && JSON.stringify(words.links) === JSON.stringify(linkKind.defaults[0])) return null
  return { links: words.links, banner: shown }
}

function linkOf({ label, href }: { label?: string | undefined; href?: string | undefined }) {
  return label && href ? { label, href } : {}
}
