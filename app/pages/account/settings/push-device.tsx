import { useEffect, useState } from "react"
import { useRevalidator } from "react-router"
import { type DevicePush, devicePush, turnOff, turnOn } from "../../../phone/device-push.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"

/** Push on this device: asked for after a tap on the button alone, which says what comes and how often. */
export function PushDevice(props: { publicKey: string; devices: readonly { id: number; device: string }[] }) {
  const { publicKey, devices } = props
  const [state, setState] = useState<DevicePush>("unknown")
  const [failed, setFailed] = useState(false)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    devicePush(publicKey).then(setState, () => setState("unable"))
  }, [publicKey])
  async function change(work: () => Promise<unknown>) {
    setFailed(false)
    try {
      await work()
      setState(await devicePush(publicKey))
      await revalidate()
    } catch {
      setFailed(true)
    }
  }
  return (
    <div className="grid gap-3">
      {devices.length > 0 && (
        <p className="text-small text-muted">On: {devices.map(({ device }) => device).join(", ")}</p>
      )}
      <p className="text-small text-muted">{words[state]}</p>
      {failed && (
        <Notice kind="problem">This did not work. Check your connection, or choose email instead.</Notice>
      )}
      {state === "off" && (
        <Button
          look="plain"
          className="justify-self-start"
          onClick={() => void change(() => turnOn(publicKey))}
        >
          Turn on push on this device
        </Button>
      )}
      {state === "on" && (
        <Button look="plain" className="justify-self-start" onClick={() => void change(turnOff)}>
          Turn off push on this device
        </Button>
      )}
    </div>
  )
}

const words: Record<DevicePush, string> = {
  unknown: "Push shows a message on the screen of a device that you turn it on for.",
  unable: "This browser cannot show push messages. Choose email, or use another device.",
  install: "On an iPhone or iPad, put this site on the Home Screen first, and turn push on there.",
  denied: "This browser blocks messages from this site. Allow them in its settings, or choose email.",
  off: "Push shows what you chose above on this device’s screen: one message a day at most, and a changed session.",
  on: "Push is on for this device. What you choose above as push comes here, and on no device where you have not turned it on.",
}
