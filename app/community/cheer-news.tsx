import { useEffect } from "react"
import { useLocation } from "react-router"
import { cheeredEvent } from "../live/cheered-event.ts"
import { useToast } from "../ui/toast.tsx"

/** Says once, wherever the member is, that somebody has cheered: not how many, and not who. */
export function CheerNews() {
  const { toast } = useToast()
  const isThere = useLocation().pathname.startsWith("/account/cheers")
  useEffect(() => {
    const say = () => {
      // The page of the cheers shows them by itself.
      if (!isThere)
        toast({ title: "You were cheered", description: "See by whom on your account, under Cheers." })
    }
    addEventListener(cheeredEvent, say)
    return () => removeEventListener(cheeredEvent, say)
  }, [isThere, toast])
  return null
}
