import { data } from "react-router"
import { pageMeta } from "../document/meta.ts"
import { MissingPage } from "./failed.tsx"

export const meta = () => [
  ...pageMeta({ title: "Page not found", description: "There is no page at this address." }),
  { name: "robots", content: "noindex" },
]

export function loader() {
  return data(null, { status: 404 })
}

export default MissingPage
