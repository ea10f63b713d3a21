import { useLocation } from "react-router"
import { Button } from "../../ui/button.tsx"
import { PressForm } from "../frame/press-form.tsx"

/** Undoes all commands of a batch. */
export function UndoBatch({ batch }: { batch: string }) {
  const { search } = useLocation()
  return (
    <PressForm action={search || "?"} className="mb-4">
      <Button type="submit" name="undo-batch" value={batch} look="quiet" data-key="u">
        Undo all of it
      </Button>
    </PressForm>
  )
}
