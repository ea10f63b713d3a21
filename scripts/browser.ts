/** Which browser the tests use, and with which flags. */
import { spawnSync } from "node:child_process"
import { accessSync, constants, existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { chromium } from "@playwright/test"

/** No browser is available; `message` says what was tried and what to do. */
class BrowserError extends Error {}

const macApplications = ["Chromium", "Google Chrome", "Microsoft Edge"]

const windowsPrograms = [
  "Chromium\\Application\\chrome.exe",
  "Google\\Chrome\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
]

const commands = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"]

/** Chromium without windows: the same pages for a third less time. Started directly: Debian's command for it is a shell script. */
const headlessShell = "/usr/lib/chromium/chromium-headless-shell"

/**
 * Path of an existing Chromium or Chrome: CHROMIUM_PATH, then Debian's headless shell, then one on PATH or in a usual place,
 * then one that Playwright downloaded earlier. Throws BrowserError when CHROMIUM_PATH is set and does not start, because
 * ignoring it would test a different browser than requested.
 */
export function findBrowser(): string | undefined {
  const requested = process.env.CHROMIUM_PATH
  if (requested) {
    if (starts(requested)) return requested
    throw new BrowserError(`CHROMIUM_PATH is ${requested}, and no Chromium or Chrome starts there.`)
  }
  const paths = [headlessShell, ...installedPaths(), chromium.executablePath()]
  return paths.find((path) => existsSync(path) && starts(path))
}

/** Path of a complete browser: Debian's headless shell denies notifications. */
export function findWindowedBrowser(): string | undefined {
  const requested = process.env.CHROMIUM_PATH
  const paths = [
    ...(requested && requested !== headlessShell ? [requested] : []),
    ...installedPaths(),
    chromium.executablePath(),
  ]
  return paths.find((path) => existsSync(path) && starts(path))
}

/**
 * Path of a browser, installed when there is none: Playwright's own download first, then Debian's packages
 * when this is root on a system with apt-get. `say` gets one line per step. Throws BrowserError when nothing
 * worked.
 */
export function ensureBrowser(say: (line: string) => void): string {
  const there = findBrowser()
  if (there && findWindowedBrowser()) return there

  say("Chromium or Chrome is missing; downloading Playwright's ...")
  const cli = join(import.meta.dirname, "../node_modules/@playwright/test/cli.js")
  const download = run(process.execPath, [cli, "install", "--no-shell", "chromium"])
  const downloaded = findBrowser()
  if (downloaded && findWindowedBrowser()) return downloaded

  const tried = [`Playwright's download failed (${download}).`]
  if (process.getuid?.() === 0 && onPath("apt-get")) {
    run("apt-get", ["update", "-q"])
    // Ubuntu and old releases of Debian have only the second.
    for (const name of ["chromium-headless-shell", "chromium"]) {
      say(`Installing the package ${name} ...`)
      const apt = run("apt-get", ["install", "-q", "-y", "--no-install-recommends", name])
      if (apt !== "exit code 0") tried.push(`apt-get could not install ${name} (${apt}).`)
    }
    const packaged = findBrowser()
    if (packaged && findWindowedBrowser()) return packaged
  }
  throw new BrowserError(
    `The browser tests need Chromium or Chrome, and none could be installed. ${tried.join(" ")} ` +
      "Install one, or set CHROMIUM_PATH to where it is.",
  )
}

/**
 * The features that Playwright itself disables. Chromium uses only the last such list, so ours repeats them
 * (browser.test.ts compares).
 */
const disabledByPlaywright = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "TcpPortRandomizationWin",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
  "msForceBrowserSignIn",
  "msEdgeUpdateLaunchServicesPreferredVersion",
]

/** The lists below the address bar are web pages, rendered for each window although nobody sees it: 0.9 s of processor time. */
const addressBar = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]

/**
 * Flags for a browser that only visits our own server: no background requests, no first-run pages, no pages of the browser's
 * own window, and no sandbox for root, where Chromium's does not work.
 */
export function browserFlags(): string[] {
  const flags = [
    "--disable-gpu",
    // Pages share one process and what it has compiled, which saves a tenth of a test's processor time.
    "--renderer-process-limit=1",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-sync",
    `--disable-features=${[...disabledByPlaywright, ...addressBar].join(",")}`,
  ]
  return process.getuid?.() === 0 ? ["--no-sandbox", ...flags] : flags
}

function installedPaths(): string[] {
  const usual = commands.map(onPath).filter((path) => path !== undefined)
  if (process.platform === "darwin") {
    const folders = ["/Applications", join(process.env.HOME ?? "", "Applications")]
    return [
      ...usual,
      ...folders.flatMap((folder) =>
        macApplications.map((name) => `${folder}/${name}.app/Contents/MacOS/${name}`),
      ),
    ]
  }
  if (process.platform === "win32") {
    const { ProgramFiles, "ProgramFiles(x86)": programFiles86, LOCALAPPDATA } = process.env
    const folders = [ProgramFiles, programFiles86, LOCALAPPDATA].filter((folder) => folder !== undefined)
    return [...usual, ...folders.flatMap((folder) => windowsPrograms.map((program) => join(folder, program)))]
  }
  return [...usual, "/snap/bin/chromium", "/opt/google/chrome/chrome", "/usr/lib/chromium/chromium"]
}

/** Ubuntu's chromium-browser can be a stub that suggests a snap, so the file's existence is not enough. */
function starts(path: string): boolean {
  if (process.platform === "win32") return existsSync(path) // chrome.exe opens a window when asked for its version
  const { status, stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 30_000 })
  return status === 0 && /\d+\.\d+\.\d+/.test(stdout)
}

function onPath(command: string): string | undefined {
  const names = process.platform === "win32" ? [`${command}.exe`, `${command}.cmd`] : [command]
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean)
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Runs in the foreground and returns how it ended, in words. */
function run(command: string, args: string[]): string {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" }
  const { status, error } = spawnSync(command, args, { stdio: "inherit", env })
  return error ? error.message : `exit code ${status}`
}
