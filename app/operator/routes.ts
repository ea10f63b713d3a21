import { index, type RouteConfig, route } from "@react-router/dev/routes"

/** The pages of the console, desk by desk; paths are below /operator. */
export default [
  index("today/page.tsx"),
  route("review", "review/page.tsx"),
  route("review.csv", "review/csv.ts"),
  route("review/:id", "review/activity.tsx"),
  route("review/:id/recording", "review/recording.ts"),
  route("prove", "prove/page.tsx"),
] satisfies RouteConfig
