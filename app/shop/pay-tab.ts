/** The tab for a payment. */
interface PayTab {
  /** Opens the payment page; in this tab if the browser blocked the new one. */
  show(url: string): void
  close(): void
}

/**
 * Opens a tab directly in the click handler, so that no pop-up blocker blocks it. Pages shown in it later cannot access
 * this page.
 */
export function openPayTab(): PayTab {
  const tab = open("", "_blank")
  if (tab) {
    tab.opener = null
    const { document: page } = tab
    page.documentElement.lang = "en"
    page.documentElement.style.colorScheme = "light dark"
    page.title = "Opening the payment page"
    page.body.style.cssText = "font: 1.125rem system-ui, sans-serif; padding: 3rem; text-align: center"
    page.body.textContent = "One moment. The payment page will open here."
  }
  return {
    show(url) {
      if (!tab) location.assign(url)
      // The user closed the tab in the meantime, so the payment is abandoned.
      else if (!tab.closed) tab.location.replace(url)
    },
    close: () => tab?.close(),
  }
}
