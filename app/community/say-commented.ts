import type { useToast } from "../ui/toast.tsx"

/** The DOM event of a page whose comments have changed, or on which somebody may no longer be seen. */
export const talkEvent = "b4m-talk"

export function talkChanged(): void {
  dispatchEvent(new Event(talkEvent))
}

/** Says that somebody has written under a day of the member: not who, and not what. @param talk what the page shows */
export function sayCommented(toast: ReturnType<typeof useToast>["toast"], talk: string | undefined): void {
  talkChanged()
  // The page of the day shows it by itself, and so does that of the cheers.
  if (talk || location.pathname.startsWith("/account/cheers")) return
  toast({ title: "Somebody wrote to you", description: "See it on your account, under Cheers." })
}
