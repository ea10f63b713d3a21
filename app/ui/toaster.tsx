import { Close, Description, Provider, Root, Title, Viewport } from "radix-ui/toast"
import type { ToastEntry } from "./toast-state.ts"

/**
 * Shows toasts below the bar on small screens, where they cover the title but no button, and in the corner of wide
 * ones. Loaded with the first toast.
 */
export default function Toaster({
  toasts,
  dismiss,
}: {
  toasts: readonly ToastEntry[]
  dismiss: (id: number) => void
}) {
  return (
    <Provider swipeDirection="right" duration={8_000}>
      {toasts.map(({ id, open, title, description, variant }) => (
        <Root
          key={id}
          open={open}
          type={variant === "destructive" ? "foreground" : "background"}
          onOpenChange={(stillOpen) => {
            if (!stillOpen) dismiss(id)
          }}
          className={`field-ink flex items-start gap-4 border border-l-8 border-line p-5 shadow-lg data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) ${variant === "destructive" ? "border-l-danger" : "border-l-volt"}`}
        >
          <div className="grow">
            <Title className="label">{title}</Title>
            {description && <Description className="mt-1 text-small">{description}</Description>}
          </div>
          <Close
            aria-label="Dismiss"
            className="-m-2 inline-flex size-11 cursor-pointer items-center justify-center"
          >
            <svg aria-hidden="true" viewBox="0 0 16 16" className="size-4 stroke-current stroke-2">
              <path d="M2 2l12 12M14 2L2 14" />
            </svg>
          </Close>
        </Root>
      ))}
      <Viewport className="fixed top-nav right-0 z-50 m-0 flex w-full list-none flex-col gap-3 p-4 sm:top-auto sm:bottom-0 sm:max-w-md sm:p-6" />
    </Provider>
  )
}
