import { index, type RouteConfig, route } from "@react-router/dev/routes"

/** The pages of the console, desk by desk; paths are below /operator. */
export default [
  index("today/page.tsx"),
  route("review", "review/page.tsx"),
  route("review.csv", "review/csv.ts"),
  route("review/:id", "review/activity.tsx"),
  route("review/:id/recording", "review/recording.ts"),
  route("people", "people/page.tsx"),
  route("people.csv", "people/csv.ts"),
  route("people/:id", "people/person.tsx"),
  route("people/:id/as", "people/view-as.tsx"),
  route("people/:id/export", "people/export.ts"),
  route("seasons", "seasons/page.tsx"),
  route("seasons/prizes", "seasons/prizes.tsx"),
  route("seasons/prizes.csv", "seasons/prizes-csv.ts"),
  route("seasons/:slug", "seasons/season.tsx"),
  route("journal", "journal/page.tsx"),
  route("journal.csv", "journal/csv.ts"),
  route("service", "service/page.tsx"),
  route("prove", "prove/page.tsx"),
] satisfies RouteConfig
