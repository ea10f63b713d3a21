/** A session without scripts, and its check-in: a phone's camera sees the code of the mail, and the guest is checked in. */
import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { chromium, expect } from "@playwright/test"
import sharp from "sharp"
import { browserFlags, findBrowser } from "../../scripts/browser.ts"
import { test } from "./support/own-site.ts"
import { slowDown } from "./support/slow.ts"
import { addStaff, enterConsole } from "./support/staff.ts"
import { age } from "./support/stamps.ts"

test.use({ shared: true })

/** A film of the code on a table, as a file that Chromium plays as its camera: two frames of motion JPEG. */
async function film(code: Buffer, folder: string): Promise<string> {
  const turned = await sharp(code).resize(300).rotate(7, { background: "#d8d2c4" }).toBuffer()
  const frame = await sharp({ create: { width: 640, height: 480, channels: 3, background: "#d8d2c4" } })
    .composite([{ input: turned, left: 170, top: 70 }])
    .blur(0.8)
    .jpeg({ quality: 80 })
    .toBuffer()
  const file = join(folder, "camera.mjpeg")
  await writeFile(file, Buffer.concat([frame, frame]))
  return file
}

test("A spot is reserved before the scripts have loaded; the camera reads the code of a mail and leads to its guest, who is checked in by one press", async ({
  page,
  site,
  mail,
}) => {
  const email = "cam@example.com"
  // The form works before the page's scripts, which never come.
  await slowDown(page)
  await page.goto("/events", { waitUntil: "commit" })
  const run = page
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { name: "Saturday Long Run" }) })
  await run.getByText("Join This Event").click()
  await run.getByLabel("Name").fill("Cam Era")
  await run.getByRole("textbox", { name: /^Email/ }).fill(email)
  await age(run.getByRole("form"), "event-saturday-long-run")
  await run.getByRole("button", { name: "Reserve my spot" }).click()
  const link = /http\S+\/events\/spot\/\w+/.exec((await mail({ to: email, subject: /^Confirm/ })).text ?? "")
  await page.goto(link?.[0] ?? "", { waitUntil: "commit" })
  await page.getByRole("button", { name: "Confirm my spot" }).click()
  const { html = "" } = await mail({ to: email, subject: /^Your spot/ })
  const picture = /src="([^"]*\/code\.png)"/.exec(html)?.[1] ?? ""
  const code = await (await page.request.get(new URL(picture).pathname)).body()

  const owner = await addStaff(site, "helper")
  const executablePath = findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: [
      ...browserFlags(),
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      `--use-file-for-fake-video-capture=${await film(code, site.data)}`,
    ],
  })
  try {
    const phone = await browser.newPage({ baseURL: site.url, viewport: { width: 390, height: 844 } })
    await enterConsole(phone, owner, site.url, "/events")
    await phone
      .getByRole("main")
      .getByRole("link", { name: /Saturday Long Run/ })
      .first()
      .click()
    await phone.getByRole("link", { name: /scan/i }).click()
    await phone.getByRole("button", { name: "Scan with the camera" }).click()
    await expect(phone.getByRole("heading", { name: "Cam Era" })).toBeVisible()
    await phone.getByRole("button", { name: "Check in" }).click()
    await expect(phone.getByRole("status").getByText("Cam Era is here.")).toBeVisible()
  } finally {
    await browser.close()
  }
})
