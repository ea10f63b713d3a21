import { createElement } from "react"
import { hydrateRoot } from "react-dom/client"
import { createBrowserRouter } from "react-router"
import { RouterProvider } from "react-router/dom"
import { routes } from "./page.ts"

const router = createBrowserRouter(routes)
hydrateRoot(document.getElementById("root") as HTMLElement, createElement(RouterProvider, { router }))
