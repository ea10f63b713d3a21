/**
 * Until the next single press, further presses of a double click do nothing: if the first one replaced a button with
 * something else, the second would take the focus from it, or press a link that is now in its place.
 * @returns ends this earlier, as an effect's cleanup does
 */
export function ignoreSecondPress(): () => void {
  const ignored = ["mousedown", "click"] as const
  const look = (event: MouseEvent) => {
    // A press by keyboard has a click count of zero.
    if (event.detail > 1) {
      event.preventDefault()
      event.stopPropagation()
    } else if (event.type === "mousedown") end()
  }
  const end = () => {
    for (const type of ignored) document.removeEventListener(type, look, true)
  }
  for (const type of ignored) document.addEventListener(type, look, true)
  return end
}
