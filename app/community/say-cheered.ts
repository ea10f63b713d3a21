import type { useToast } from "../ui/toast.tsx"

/** The DOM event of a page whose member was cheered. */
export const cheeredEvent = "b4m-cheered"

/** Says once, wherever the member is, that somebody has cheered: not how many, and not who. */
export function sayCheered(toast: ReturnType<typeof useToast>["toast"]): void {
  dispatchEvent(new Event(cheeredEvent))
  // The page of the cheers shows them by itself.
  if (location.pathname.startsWith("/account/cheers")) return
  toast({ title: "You were cheered", description: "See by whom on your account, under Cheers." })
}
