import { QueryClient, QueryClientProvider } from "@tanstack/react-query"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { usePasswordMinLength } from "./auth-settings.ts"

function shown(settings?: object): string {
  const client = new QueryClient()
  if (settings) client.setQueryData(["auth", "settings"], settings)
  const Hint = () => usePasswordMinLength()
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <Hint />
    </QueryClientProvider>,
  )
}

test("the password hint states the length that the service requires, or the default while it is unknown", () => {
  expect(shown({ password_min_length: 12 })).toBe("12")
  expect(shown({ external: {} })).toBe("6")
  expect(shown()).toBe("6")
})
