import { type ChildProcess, spawn } from "node:child_process"
import { access, readFile, writeFile } from "node:fs/promises"
import { connect } from "node:net"
import { join } from "node:path"
import { freePort } from "#test/e2e/support/program.ts"

/** A running server that serves the page. */
export interface Contestant {
  name: string
  url: string
  /**
   * Processor time used so far by the server and its workers, in seconds; null where the system does not
   * report it.
   */
  cpuSeconds(): Promise<number | null>
  stop(): Promise<void>
}

/**
 * The server of the checkout in `root`, reduced to what a prerendered page needs, with the existing build.
 */
export async function startOurs(name: string, root: string): Promise<Contestant> {
  const port = await freePort()
  const args = [join(root, "bench/pages/ours.ts"), join(root, "build"), String(port)]
  return started(name, startNode(args, root), port)
}

/** A node:http server that answers with the bytes and headers of the URL `page`. */
export async function startBareNode(page: string): Promise<Contestant> {
  const port = await freePort()
  const args = [join(import.meta.dirname, "bare.ts"), page, String(port)]
  return started("bare node:http", startNode(args), port)
}

function startNode(args: string[], cwd?: string): ChildProcess {
  return spawn(process.execPath, args, {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, NODE_ENV: "production" },
    stdio: ["ignore", "inherit", "inherit"],
  })
}

/** nginx with one worker, the build's own .gz files and keep-alive; null if it is not installed. */
export async function startNginx(site: {
  buildDir: string
  folder: string
  path: string
}): Promise<Contestant | null> {
  const binary = await firstOf(["/usr/sbin/nginx", "/usr/local/sbin/nginx", "/opt/homebrew/bin/nginx"])
  if (!binary) return null
  const port = await freePort()
  const user = process.getuid?.() === 0 ? "user root;" : ""
  const file = join(site.folder, "nginx.conf")
  await writeFile(
    file,
    `${user} daemon off; worker_processes 1; pid ${site.folder}/nginx.pid; error_log ${site.folder}/error.log;
events { worker_connections 1024; }
http {
  access_log off; sendfile on; tcp_nopush on; keepalive_timeout 65; keepalive_requests 10000000;
  open_file_cache max=1000; types { text/html html; }
  client_body_temp_path ${site.folder}; proxy_temp_path ${site.folder}; fastcgi_temp_path ${site.folder};
  uwsgi_temp_path ${site.folder}; scgi_temp_path ${site.folder};
  server {
    listen 127.0.0.1:${port}; root ${join(site.buildDir, "client")};
    gzip_static on; gzip_vary on;
    location / { try_files $uri/index.html =404; }
  }
}
`,
  )
  const child = spawn(binary, ["-p", site.folder, "-c", file], { stdio: ["ignore", "inherit", "inherit"] })
  return started("nginx", child, port)
}

async function started(name: string, child: ChildProcess, port: number): Promise<Contestant> {
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const stop = async () => {
    child.kill("SIGTERM")
    await ended
  }
  for (let attempt = 0; attempt < 100; attempt++) {
    if (await answers(port))
      return { name, url: `http://127.0.0.1:${port}`, cpuSeconds: () => cpuSeconds(child.pid ?? 0), stop }
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode} before it answered`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  await stop()
  throw new Error(`${name} did not answer within 10 s`)
}

/** Linux counts in hundredths of a second (proc(5), fields 14 and 15). */
export async function cpuSeconds(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8")
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")
    const ofChildren = await Promise.all(
      children.trim().split(" ").filter(Boolean).map(Number).map(cpuSeconds),
    )
    const own = (Number(fields[11]) + Number(fields[12])) / 100
    return ofChildren.reduce<number>((sum, one) => sum + (one ?? 0), own)
  } catch {
    return null
  }
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1")
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false))
    socket.once("connect", () => socket.destroy())
  })
}

async function firstOf(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const found = await access(path).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return undefined
}
