import { wordsOfContent } from "#content/words/words.ts"
import type { Published } from "#domain/published.ts"
import type { World } from "#domain/world.ts"
import type { MailTransport } from "#ports/mail.ts"

const unused = (what: string): never => {
  throw new Error(`${what} is not part of this world`)
}

const transport: MailTransport = { repeatable: false, deliver: async () => unused("Delivering mails") }

/** The words of content/. */
export const unchangedWords: Published = {
  words: wordsOfContent,
  catchUp: async () => {},
  reload: async () => {},
}

/** Ports that most tests and benchmarks do not need: using one fails. */
export const unusedPorts: Pick<
  World,
  "transports" | "sources" | "files" | "photos" | "newsletterPictures" | "pictures" | "published"
> = {
  transports: { mail: transport, newsletters: transport },
  sources: {
    files: {
      readPaths: () => unused("Reading files"),
      readReceived: () => unused("Reading received files"),
    },
    demo: { athletes: [], workouts: () => unused("Sample training") },
    services: new Map(),
    tokens: { seal: () => unused("Sealing tokens"), open: () => unused("Opening tokens") },
  },
  photos: {
    put: () => unused("Storing photographs"),
    get: () => unused("Reading photographs"),
    removeFolder: () => unused("Removing photographs"),
  },
  newsletterPictures: {
    put: () => unused("Storing pictures"),
    get: () => unused("Reading pictures"),
    removeFolder: () => unused("Removing pictures"),
  },
  published: unchangedWords,
  pictures: {
    portraits: () => unused("Making portraits"),
    fitted: () => unused("Making pictures"),
  },
  files: {
    put: () => unused("Storing files"),
    stage: () => unused("Storing files"),
    heldBytes: 0,
    stat: () => unused("Looking for files"),
    get: () => unused("Reading stored files"),
    remove: () => unused("Removing files"),
    list: () => unused("Listing files"),
    removeUnfinished: () => unused("Cleaning up files"),
  },
}
