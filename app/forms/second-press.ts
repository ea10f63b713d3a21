/**
 * Until the next single press, the further presses of a double click do nothing: where the first one replaced a button by
 * something else, the second would take the focus from it, or press a link that now lies there.
 * @returns ends this earlier, as an effect's cleanup does
 */
export function ignoreSecondPress(): () => void {
  const ignored = ["mousedown", "click"] as const
  const look = (event: MouseEvent) => {
    // A press of the keyboard counts as none.
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
