/** Registers the service worker once the page has loaded; a browser that refuses it only lacks the offline page. */
export function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register("/service-worker.js", { scope: "/", updateViaCache: "none" })
      .catch(() => {})
  if (document.readyState === "complete") register()
  else addEventListener("load", register, { once: true })
}
