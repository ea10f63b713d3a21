import type { LivePage } from "#domain/shown.ts"

/** What the page of a race depends on; `?after=` and `?name=` work without JavaScript. */
export const raceShows: LivePage = {
  shows: ["boards", "seasons", "members"],
  query: ["after", "name", "ended"],
}
