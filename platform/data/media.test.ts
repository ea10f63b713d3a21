import { expect, test } from "vitest"
import { refusal } from "#test/support/refused.ts"
import { chooseMedia, type Media } from "./media.ts"

test.each<[string | null, Media | "PGRST107"]>([
  [null, "json"],
  ["", "json"],
  [" ", "json"],
  ["*/*", "json"],
  ["application/json", "json"],
  ["application/*", "json"],
  ["APPLICATION/JSON; charset=utf-8", "json"],
  ["text/csv", "csv"],
  ["application/vnd.pgrst.object", "object"],
  ["application/vnd.pgrst.object+json;nulls=stripped", "stripped-object"],
  ["application/vnd.pgrst.array+json; nulls=stripped", "stripped"],
  ["application/vnd.pgrst.array", "json"],
  ["text/html, text/csv", "csv"],
  ["text/csv;q=0.5, application/json;q=0.9", "json"],
  ["text/csv, application/json;q=0.9", "csv"],
  ["text/csv;q=none, application/json;q=0.1", "json"],
  ["text/html", "PGRST107"],
  ["application/json-seq", "PGRST107"],
])("%j selects the media type %s", (accept, media) => {
  let chosen: string | undefined
  const code = refusal(() => {
    chosen = chooseMedia(accept)
  })
  expect(code ?? chosen).toBe(media)
})
