/**
 * Runs deploy/install.sh and b4m in an empty root folder. Real: the shell, git, tar, checksums, Node and a site that
 * answers /ready. Stand-ins: what would change the machine that runs this test.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { createHash } from "node:crypto"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseEnv } from "node:util"
import { afterEach, test as anyTest, beforeEach, expect } from "vitest"
import { readEnv, variableGroups } from "#server/process/env.ts"

// The script is for Debian, and its tools are those of Linux.
const test = anyTest.runIf(process.platform === "linux")

const repository = join(import.meta.dirname, "..")

let folder: string
/** The root of the machine. */
let root: string
/** The clone that the installer runs from. */
let clone: string
let port: number

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "b4m-deploy-"))
  root = join(folder, "root")
  clone = join(folder, "clone")
  port = await freePort()
  mkdirSync(join(folder, "bin"))
  writeTree(root, {
    "etc/os-release": 'VERSION_ID="13"\n',
    "etc/fstab": "/dev/sda1 / ext4 errors=remount-ro 0 1\n",
    "etc/caddy/Caddyfile": ":80\n",
    "proc/meminfo": "MemTotal:        1014000 kB\n",
    "proc/swaps": "Filename Type Size Used Priority\n",
  })
  writeStandIns()
  writeNodeArchive()
  writeSite("first")
})
afterEach(() => {
  // The stand-in of systemctl notes the process that it started.
  const pid = existsSync(join(folder, "pid")) ? Number(readFileSync(join(folder, "pid"), "utf8")) : 0
  if (pid > 0 && isAlive(pid)) process.kill(pid)
  rmSync(folder, { recursive: true, force: true })
})

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === "string") throw new Error("There is no port")
  return address.port
}

function writeTree(where: string, files: Record<string, string>, mode?: number): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(where, path, ".."), { recursive: true })
    writeFileSync(join(where, path), text)
    if (mode !== undefined) chmodSync(join(where, path), mode)
  }
}

/** Programs that take the place of those that need root or Debian; each call is a line of `calls`. */
function writeStandIns(): void {
  const note = `#!/bin/sh\nprintf '%s %s\\n' "$(basename "$0")" "$*" >>"${folder}/calls"\n`
  const standIns: Record<string, string> = {
    id: 'if [ "$*" = -u ]; then echo 0; else exec /usr/bin/id "$@"; fi\n',
    df: "printf 'Avail\\n50000\\n'\n",
    getent: `grep "^$2:" "${folder}/users"\n`,
    useradd: `for name; do :; done\necho "$name:" >>"${folder}/users"\n`,
    // Ownership needs root, and leaving it out keeps everything else.
    chown: "exit 0\n",
    install: `
      for argument do
        shift
        case \${skip:-}$argument in
          -o | -g) skip=yes ;;
          yes*) skip='' ;;
          *) set -- "$@" "$argument" ;;
        esac
      done
      exec /usr/bin/install "$@"\n`,
    runuser: 'while [ "$1" != -- ]; do shift; done\nshift\nexec "$@"\n',
    fallocate: `for file; do :; done\n: >"$file"\n`,
    sshd: "echo 'port 2222'\n",
    systemctl: `
      case "$*" in
        "restart b4m" | "disable --now b4m")
          if [ -e "${folder}/pid" ]; then
            old=$(cat "${folder}/pid")
            rm "${folder}/pid"
            kill "$old" 2>/dev/null
            # Its port is free when it is gone, as with systemd.
            for _ in $(seq 100); do readlink "/proc/$old/exe" >/dev/null || break; sleep 0.05; done
          fi ;;
      esac
      case "$*" in
        "restart b4m")
          cd "${root}/opt/b4m/current" && . "${root}/etc/b4m/b4m.env"
          PORT=$PORT .node/bin/node server/main.ts </dev/null >/dev/null 2>&1 9>&- &
          echo $! >"${folder}/pid" ;;
        "is-active --quiet b4m") [ -e "${folder}/pid" ] && kill -0 "$(cat "${folder}/pid")" 2>/dev/null ;;
        "is-failed --quiet b4m") ! kill -0 "$(cat "${folder}/pid")" 2>/dev/null ;;
      esac\n`,
    // The only addresses are those of nodejs.org, whose files are in a folder, and the site's own.
    curl: `
      for address; do :; done
      case $address in
        https://nodejs.org/dist/*)
          while [ "$1" != --output ]; do shift; done
          cp "${folder}/nodejs/$(basename "$address")" "$2" ;;
        http://127.0.0.1:*) exec /usr/bin/curl "$@" ;;
        *) exit 6 ;;
      esac\n`,
  }
  for (const name of ["apt-get", "caddy", "ufw", "mkswap", "swapon", "journalctl"]) standIns[name] = ""
  for (const [name, rest] of Object.entries(standIns))
    writeTree(join(folder, "bin"), { [name]: note + rest }, 0o755)
}

const machine = process.arch === "arm64" ? "arm64" : "x64"
const archive = `node-v24.1.2-linux-${machine}.tar.xz`

/** An archive with the layout of nodejs.org, whose Node is the one that runs this test. */
function writeNodeArchive(): void {
  const inside = `packed/node-v24.1.2-linux-${machine}/bin/node`
  writeTree(folder, { [inside]: `#!/bin/sh\nexec "${process.execPath}" "$@"\n` }, 0o755)
  mkdirSync(join(folder, "nodejs"))
  const packed = ["-C", join(folder, "packed"), `node-v24.1.2-linux-${machine}`]
  execFileSync("tar", ["-cJf", join(folder, "nodejs", archive), ...packed])
  const hash = createHash("sha256")
    .update(readFileSync(join(folder, "nodejs", archive)))
    .digest("hex")
  writeFileSync(
    join(folder, "nodejs/SHASUMS256.txt"),
    `${"0".repeat(64)}  node-v24.1.2.pkg\n${hash}  ${archive}\n`,
  )
}

/** Commits a version of a small site: it answers /ready with its name, or never when it is called "broken". */
function writeSite(name: string): string {
  const isNew = !existsSync(clone)
  const command = (text: string) => `import { appendFileSync } from "node:fs"
    const args = process.argv.slice(2).join(" ")
    appendFileSync(${JSON.stringify(join(folder, "calls"))}, \`${text} \${args} in \${process.env.DATA_DIR}\\n\`)\n`
  writeTree(clone, {
    "package.json": `{\n  "type": "module",\n  "dependencies": {\n    "node": "24.1.2"\n  }\n}\n`,
    "scripts/bootstrap.mjs": `import { mkdirSync, writeFileSync } from "node:fs"
      if (${JSON.stringify(name)} === "unbuildable") process.exit(1)
      mkdirSync("build", { recursive: true })
      writeFileSync("build/page", ${JSON.stringify(name)})\n`,
    "server/main.ts": `import { createServer } from "node:http"
      if (${JSON.stringify(name)} === "broken") process.exit(78)
      createServer((_, response) => response.end(${JSON.stringify(name)})).listen(Number(process.env.PORT), "127.0.0.1")\n`,
    "server/commands/backup.ts": `${command("backup")}
      import { mkdirSync, writeFileSync } from "node:fs"
      if (args.includes("--new-key")) {
        mkdirSync(process.env.DATA_DIR ?? "", { recursive: true })
        writeFileSync(process.env.DATA_DIR + "/backup-key.txt", "AGE-SECRET-KEY-1TEST")
        console.log("AGE-SECRET-KEY-1TEST")
      }
      else if (args) writeFileSync(process.argv.at(-1) ?? "", ${JSON.stringify(name)})\n`,
    "server/commands/restore.ts": command("restore"),
    "server/commands/dns.ts": command("dns"),
  })
  for (const file of readdirSync(join(repository, "deploy")).filter((one) => !one.endsWith(".test.ts"))) {
    if (!statSync(join(repository, "deploy", file)).isFile()) continue
    mkdirSync(join(clone, "deploy"), { recursive: true })
    copyFileSync(join(repository, "deploy", file), join(clone, "deploy", file))
  }
  if (isNew) git("init", "--quiet", "--initial-branch=main")
  git("add", "--all")
  git("-c", "user.name=Ana", "-c", "user.email=ana@b4m.example", "commit", "--quiet", "--message", name)
  return git("rev-parse", "HEAD").trim()
}

function git(...args: string[]): string {
  return execFileSync("git", args, { cwd: clone, encoding: "utf8" })
}

async function run(program: string, ...args: string[]): Promise<{ code: number; text: string }> {
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    env: {
      PATH: `${join(folder, "bin")}:${process.env.PATH}`,
      HOME: folder,
      B4M_ROOT: root,
      B4M_READY_SECONDS: "20",
    },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let text = ""
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      text += chunk
    })
  // "exit" and not "close": the site that the stand-in of systemctl starts lives on.
  const code = await new Promise<number>((resolve) => child.once("exit", (ended) => resolve(ended ?? -1)))
  return { code, text }
}

const installer = (...args: string[]) => run(join(clone, "deploy/install.sh"), ...args)
const b4m = (...args: string[]) => run(join(root, "usr/local/sbin/b4m"), ...args)

function settingsFile(more = ""): string {
  const file = join(folder, "settings.env")
  writeFileSync(
    file,
    `# Settings of the test\nSITE_URL=https://b4m.example\nOPERATOR_EMAILS=ana@b4m.example\nPORT=${port}\n${more}`,
  )
  return file
}

const calls = () => readFileSync(join(folder, "calls"), "utf8").split("\n")
const forget = () => writeFileSync(join(folder, "calls"), "")
const siteSays = async () => (await fetch(`http://127.0.0.1:${port}/`)).text()
const running = () => readlinkSync(join(root, "opt/b4m/current")).replace("releases/", "")

/** Every file below the root with a digest of its content, apart from git's own. */
function snapshot(): Record<string, string> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true })
  return Object.fromEntries(
    entries
      .map((entry) => ({ entry, path: join(entry.parentPath, entry.name) }))
      .filter(({ path }) => !path.includes("source.git"))
      .map(({ entry, path }) => [
        path.slice(root.length),
        entry.isSymbolicLink()
          ? `-> ${readlinkSync(path)}`
          : `${(statSync(path).mode & 0o777).toString(8)} ${entry.isFile() ? createHash("sha256").update(readFileSync(path)).digest("hex") : ""}`,
      ])
      .sort(),
  )
}

test("the installation has settings that only the site reads, a proxy, a firewall, swap and a unit; a second run changes nothing and commands run with its settings", async () => {
  const file = settingsFile("MAIL_FROM='B4M <hello@b4m.example>'\n")
  const first = await installer("--settings", file)
  expect(first.text).toContain("The site is https://b4m.example")
  expect(first.code).toBe(0)
  expect(await siteSays()).toBe("first")

  const settings = readFileSync(join(root, "etc/b4m/b4m.env"), "utf8")
  expect(settings.split("\n").sort()).toEqual(
    [
      "",
      `DATA_DIR=${root}/var/lib/b4m/data`,
      "HOST=127.0.0.1",
      "MAIL_FROM='B4M <hello@b4m.example>'",
      "NODE_ENV=production",
      "OPERATOR_EMAILS=ana@b4m.example",
      `PORT=${port}`,
      "SITE_URL=https://b4m.example",
      "TRUST_PROXY=1",
    ].sort(),
  )
  expect(statSync(join(root, "etc/b4m/b4m.env")).mode & 0o777).toBe(0o640)
  expect(readFileSync(join(root, "etc/caddy/Caddyfile"), "utf8")).toContain(
    `https://b4m.example {\n\treverse_proxy 127.0.0.1:${port} {`,
  )
  expect(readFileSync(join(root, "etc/caddy/Caddyfile.before-b4m"), "utf8")).toBe(":80\n")
  expect(calls().filter((call) => call.startsWith("ufw"))).toEqual([
    "ufw limit 2222/tcp",
    "ufw allow 80/tcp",
    "ufw allow 443/tcp",
    "ufw allow 443/udp",
    "ufw --force enable",
  ])
  expect(calls()).toContain("systemctl enable b4m")
  expect(calls()).toContain(`swapon ${root}/swapfile`)
  expect(statSync(join(root, "swapfile")).mode & 0o777).toBe(0o600)
  expect(readFileSync(join(root, "etc/systemd/system/b4m.service"), "utf8")).toBe(
    readFileSync(join(repository, "deploy/b4m.service"), "utf8"),
  )

  const before = snapshot()
  const users = readFileSync(join(folder, "users"), "utf8")

  const second = await installer("--settings", file)
  expect(second.code).toBe(0)
  expect(second.text).toContain("already")
  expect(snapshot()).toEqual(before)
  expect(readFileSync(join(folder, "users"), "utf8")).toBe(users)
  expect(users).toBe("b4m:\nb4m-build:\n")
  expect(readFileSync(join(root, "etc/fstab"), "utf8").match(/swapfile/g)).toHaveLength(1)

  forget()
  expect((await b4m("run", "dns", "--dkim", "s1")).code).toBe(0)
  expect(calls()).toContain(`dns --dkim s1 in ${root}/var/lib/b4m/data`)
  expect((await b4m("run", "nothing")).text).toContain("there is no command nothing")
  expect((await b4m("nonsense")).code).toBe(2)
})

test("a required setting that is missing and an unknown setting stop the installation, and the message names it", async () => {
  const file = join(folder, "settings.env")
  writeFileSync(file, "SITE_URL=https://b4m.example\n")
  expect((await installer("--settings", file)).text).toContain("OPERATOR_EMAILS is not set")
  writeFileSync(file, "SITE_URL=https://b4m.example/path\nOPERATOR_EMAILS=ana@b4m.example\n")
  expect((await installer("--settings", file)).text).toContain("SITE_URL must be https:// and a host name")
  writeFileSync(file, "SITE_URL=https://b4m.example\nrm -rf /\n")
  const { code, text } = await installer("--settings", file)
  expect(text).toContain("line 2 is not NAME=value")
  expect(code).toBe(1)
  expect(existsSync(join(root, "opt/b4m/current"))).toBe(false)
})

test("a Node with another checksum is not installed, and a pinned checksum counts", async () => {
  const sums = join(folder, "nodejs/SHASUMS256.txt")
  const right = readFileSync(sums, "utf8")
  writeFileSync(sums, `${"f".repeat(64)}  ${archive}\n`)
  const { code, text } = await installer("--settings", settingsFile())
  expect(text).toContain(`${archive} has another checksum than expected`)
  expect(code).toBe(1)
  expect(readdirSync(join(root, "opt/b4m/node"))).toEqual([])

  writeFileSync(sums, right)
  const pinned = settingsFile(`B4M_NODE_SHA256=${"f".repeat(64)}\n`)
  expect((await installer("--settings", pinned)).text).toContain("another checksum")
  const [, hash] = /(\w{64}) {2}node-v24\.1\.2-linux/.exec(right) ?? []
  expect((await installer("--settings", settingsFile(`B4M_NODE_SHA256=${hash}\n`))).code).toBe(0)
})

test("an update makes a backup, switches and can be rolled back; old versions are removed", async () => {
  await installer("--settings", settingsFile())
  const first = running()
  const second = writeSite("second")
  forget()
  const update = await b4m("update")
  expect(update.text).toContain(`The site runs ${second}.`)
  expect(await siteSays()).toBe("second")
  const lines = calls()
  const backup = lines.findIndex((call) => call.startsWith("backup --force"))
  expect(backup).toBeGreaterThan(-1)
  expect(backup).toBeLessThan(lines.indexOf("systemctl restart b4m"))

  expect((await b4m("rollback")).code).toBe(0)
  expect(await siteSays()).toBe("first")
  expect(running()).toBe(first)
  await b4m("update")
  const third = writeSite("third")
  await b4m("update")
  expect(await siteSays()).toBe("third")
  expect(readdirSync(join(root, "opt/b4m/releases")).sort()).toEqual([second, third].sort())
})

test("after an update to a version that is broken or cannot be built the old one serves, until the next good one", async () => {
  await installer("--settings", settingsFile())
  const first = running()
  for (const [name, says] of [
    ["unbuildable", /could not be built; the site was not/],
    ["broken", /the site runs \w+ as before/],
  ] as const) {
    writeSite(name)
    const { code, text } = await b4m("update")
    expect([name, code]).toEqual([name, 1])
    expect(text).toMatch(says)
    expect(await siteSays()).toBe("first")
    expect(running()).toBe(first)
  }
  writeSite("good")
  expect(await b4m("update")).toMatchObject({ code: 0 })
  expect(await siteSays()).toBe("good")
})

test("with a bucket, the key of the backups is made once and kept where only root reads", async () => {
  const file = settingsFile("BACKUP_S3_BUCKET=b4m-backups\n")
  const { text } = await installer("--settings", file)
  const key = join(root, "root/b4m-backup-key.txt")
  expect(readFileSync(key, "utf8")).toBe("AGE-SECRET-KEY-1TEST\n")
  expect(statSync(key).mode & 0o777).toBe(0o600)
  expect(text).not.toContain("AGE-SECRET-KEY")
  await installer("--settings", file)
  expect(calls().filter((call) => call.startsWith("backup --new-key"))).toHaveLength(1)
  writeSite("second")
  forget()
  await b4m("update")
  expect(calls().filter((call) => call.startsWith("backup"))).toEqual([`backup  in ${root}/var/lib/b4m/data`])
})

test("a site moves to another machine with its data, settings and key", async () => {
  await installer("--settings", settingsFile("MAIL_FROM='B4M <hello@b4m.example>'\n"))
  const settings = readFileSync(join(root, "etc/b4m/b4m.env"), "utf8")
  writeTree(root, { "var/lib/b4m/data/backup-key.txt": "AGE-SECRET-KEY-1MOVED\n" })
  const packed = join(folder, "site.tar")
  const { text } = await b4m("export", packed)
  expect(text).toContain("deploy/install.sh --from site.tar")
  expect(statSync(packed).mode & 0o777).toBe(0o600)
  await expect(siteSays()).rejects.toThrow()
  expect((await b4m("export", packed)).text).toContain("is there already")

  // The other machine has only what a fresh Debian has.
  for (const path of ["opt", "var", "usr", "root", "etc/b4m", "etc/systemd"])
    rmSync(join(root, path), { recursive: true, force: true })
  forget()
  const newer = writeSite("newer")
  const arrived = await installer("--from", packed)
  expect(arrived.code).toBe(0)
  expect(await siteSays()).toBe("first")
  expect(readFileSync(join(root, "etc/b4m/b4m.env"), "utf8")).toBe(settings)
  expect(readFileSync(join(root, "var/lib/b4m/data/backup-key.txt"), "utf8")).toBe("AGE-SECRET-KEY-1MOVED\n")
  const restored = calls().findIndex((call) =>
    call.startsWith(`restore ${root}/var/lib/b4m/arrived/site.tar.gz`),
  )
  expect(restored).toBeGreaterThan(-1)
  expect(restored).toBeLessThan(calls().indexOf("systemctl restart b4m"))
  expect(existsSync(join(root, "var/lib/b4m/arrived"))).toBe(false)
  expect((await b4m("update")).text).toContain(`The site runs ${newer}.`)
  expect((await installer("--from", packed)).text).toContain("there is a site on this machine already")
})

test("a lost machine's site continues from its bucket, with the key that it had", async () => {
  const file = settingsFile("BACKUP_S3_BUCKET=b4m-backups\nBACKUP_KEY=AGE-SECRET-KEY-1KEPT\n")
  expect(await installer("--settings", file, "--restore-latest")).toMatchObject({ code: 0 })
  const restored = calls().indexOf(`restore --latest in ${root}/var/lib/b4m/data`)
  expect(restored).toBeGreaterThan(-1)
  expect(restored).toBeLessThan(calls().indexOf("systemctl restart b4m"))
  expect(calls().filter((call) => call.startsWith("backup"))).toEqual([])
})

test("cloud-init installs the same, with settings that the site accepts", async () => {
  const cloudInit = readFileSync(join(repository, "deploy/cloud-init.yaml"), "utf8")
  const [, block = ""] = /content: \|\n((?: {6}.*\n)+)/.exec(cloudInit) ?? []
  const lines = block.replace(/^ {6}/gm, "")
  const file = join(folder, "settings.env")
  writeFileSync(file, `${lines}PORT=${port}\n`)
  expect(await installer("--settings", file)).toMatchObject({ code: 0 })
  const settings = parseEnv(readFileSync(join(root, "etc/b4m/b4m.env"), "utf8"))
  const env = readEnv(settings)
  expect(env).toMatchObject({
    SITE_URL: "https://b4m.example",
    MAIL_FROM: "B4M <hello@b4m.example>",
    TRUST_PROXY: 1,
  })
  const known = Object.values(variableGroups).flatMap((group) => Object.keys(group))
  expect(Object.keys(settings).filter((name) => !known.includes(name))).toEqual([])
  expect(cloudInit).toContain("[sh, /root/b4m/deploy/install.sh, --settings, /root/b4m-settings.env]")
})
