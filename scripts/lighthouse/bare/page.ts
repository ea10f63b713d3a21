import { createElement, useState } from "react"
import type { RouteObject } from "react-router"

/** A minimal React Router page: a heading, a sentence, and a button that shows that it is hydrated. */
export const routes: RouteObject[] = [{ path: "/", Component: Page }]

function Page() {
  const [count, setCount] = useState(0)
  return createElement(
    "main",
    null,
    createElement("h1", null, "A bare page"),
    createElement("p", null, "It has no styles, no faces and no pictures: what it costs, every page costs."),
    createElement("button", { type: "button", onClick: () => setCount(count + 1) }, `Pressed ${count} times`),
  )
}
