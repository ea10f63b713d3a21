import type { LivePage } from "#domain/shown.ts"

/** The data that a race's page depends on; `?after=` and `?name=` work without JavaScript. */
export const raceShows: LivePage = {
  shows: ["boards", "seasons", "members"],
  query: ["after", "name", "ended"],
}
