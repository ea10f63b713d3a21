interface NativeDetector {
  detect(picture: HTMLVideoElement): Promise<{ rawValue: string }[]>
}

interface NativeDetectorType {
  new (options: { formats: string[] }): NativeDetector
  getSupportedFormats(): Promise<string[]>
}

/** Reads the QR codes in the current picture of a video; empty if there are none. */
type ReadCodes = (video: HTMLVideoElement) => Promise<string[]>

/** Pictures are scaled down to this many pixels: a code held before the camera is large. */
const mostPixels = 640

/**
 * The reader of the browser itself, which Chromium has on Android, macOS and ChromeOS; for iPhones and all others the reader of
 * `qr`, which is loaded only then.
 */
export async function codeReader(): Promise<ReadCodes> {
  const native = (globalThis as { BarcodeDetector?: NativeDetectorType }).BarcodeDetector
  if (native && (await native.getSupportedFormats()).includes("qr_code")) {
    const detector = new native({ formats: ["qr_code"] })
    return async (video) => (await detector.detect(video)).map(({ rawValue }) => rawValue)
  }
  const { default: decode } = await import("qr/decode.js")
  const canvas = document.createElement("canvas")
  const context = canvas.getContext("2d", { willReadFrequently: true })
  return async (video) => {
    const scale = Math.min(1, mostPixels / Math.max(video.videoWidth, video.videoHeight))
    canvas.width = Math.round(video.videoWidth * scale)
    canvas.height = Math.round(video.videoHeight * scale)
    if (!context || canvas.width === 0) return []
    context.drawImage(video, 0, 0, canvas.width, canvas.height)
    const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
    try {
      return [decode({ data, width, height })]
    } catch {
      // It throws when there is no code in the picture, which is the usual case.
      return []
    }
  }
}
