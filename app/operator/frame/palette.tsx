import { Command } from "cmdk"
import { useEffect, useState } from "react"
import { useNavigate } from "react-router"
import type { OperatorRole } from "#content/operator-roles.ts"
import { desksOf } from "../desks.ts"

/** Ctrl+K or Cmd+K: goes to a desk by its name. Loaded after the page. */
export default function Palette({ role }: { role: OperatorRole }) {
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key !== "k" || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setOpen((now) => !now)
    }
    addEventListener("keydown", toggle)
    return () => removeEventListener("keydown", toggle)
  }, [])
  const go = (path: string) => {
    setOpen(false)
    void navigate(path)
  }
  const own = desksOf(role)
  return (
    <Command.Dialog
      open={open}
      onOpenChange={setOpen}
      label="Go to"
      contentClassName="fixed inset-x-3 top-[12vh] z-50 mx-auto max-w-lg border border-line bg-raised p-3 shadow-lg"
      overlayClassName="fixed inset-0 z-40 bg-ink/50"
    >
      <Command.Input
        placeholder="Go to…"
        className="mb-2 block min-h-11 w-full border-b border-line bg-transparent px-2"
      />
      <Command.List className="max-h-[50vh] overflow-auto">
        <Command.Empty className="px-2 py-3 text-muted">There is no desk by that name.</Command.Empty>
        {own.map(({ path, title }) => (
          <Command.Item
            key={path}
            onSelect={() => go(path)}
            className="label flex min-h-11 cursor-pointer items-center px-2 data-[selected=true]:bg-mark data-[selected=true]:text-on-mark"
          >
            {title}
          </Command.Item>
        ))}
      </Command.List>
    </Command.Dialog>
  )
}
