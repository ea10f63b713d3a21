import { Form, useLocation } from "react-router"
import { Button } from "../../ui/button.tsx"

/** Takes back all commands that were given together. */
export function UndoBatch({ batch }: { batch: string }) {
  const { search } = useLocation()
  return (
    <Form method="post" action={search || "?"} className="mb-4">
      <Button type="submit" name="undo-batch" value={batch} look="quiet" data-key="u">
        Undo all of it
      </Button>
    </Form>
  )
}
