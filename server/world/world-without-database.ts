import { join } from "node:path"
import { wordsKept } from "#domain/publishing/follow-words.ts"
import type { World } from "#domain/world.ts"
import { markdownFrom } from "../markup/from-html.ts"
import { foreignPictures, mailHtml, unusableLinks } from "../markup/mail-html.ts"
import { pageHtml } from "../markup/page-html.ts"
import type { Env } from "../process/env.ts"
import type { ServerLog } from "../process/log.ts"
import { fileSnapshot } from "./snapshot.ts"

/** The same as a driver's error for an address where nothing answers, so that whoever meets it answers 503. */
function away(): never {
  throw Object.assign(new Error("The database has not answered since the start"), { code: "ECONNREFUSED" })
}

/** Whatever is done with it means that the database is away. Not thenable, so that it can be returned. */
export function awayPart<Part extends object>(): Part {
  return new Proxy(away as unknown as Part, {
    get: (_target, name) => (name === "then" ? undefined : awayPart()),
    apply: away,
    construct: away,
  })
}

interface WithoutDatabaseOptions {
  env: Env
  log: ServerLog
  siteUrl: string
}

/**
 * What pages get before the database has answered: the words that were published last, from disk. Every other part
 * throws, as it does while the database is away.
 */
export async function worldWithoutDatabase({ env, log, siteUrl }: WithoutDatabaseOptions): Promise<World> {
  const words = await wordsKept(fileSnapshot(join(env.DATA_DIR, "published.json")))
  const known: Partial<World> = {
    published: { words, catchUp: async () => {}, reload: async () => {} },
    markup: { pageHtml, markdownFrom, mailHtml, unusableLinks, foreignPictures },
    log,
    settings: { siteUrl, operatorEmails: [], operatorsNeedSecondFactor: true, demo: false },
    now: () => new Date(),
  }
  return new Proxy(known as World, {
    get: (target, name) => Reflect.get(target, name) ?? (name === "then" ? undefined : awayPart()),
  })
}
