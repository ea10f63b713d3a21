// @ts-check
/**
 * Loaded before a command that took the place of the bootstrap under npm. npm starts scripts through a shell; when npm or that
 * shell is killed, nobody passes the signal on and the command would keep running, so a changed parent process counts as a
 * request to stop. Whoever has been asked already is not asked twice.
 */
const parent = process.ppid
const timer = setInterval(() => {
  if (process.ppid === parent) return
  end()
  process.kill(process.pid, "SIGTERM")
}, 1000)
timer.unref()

const signals = /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])

/** @param {NodeJS.Signals} signal */
function onSignal(signal) {
  const isAlone = process.listenerCount(signal) === 1
  end()
  // If the command has no listener of its own, the signal has its default effect.
  if (isAlone) process.kill(process.pid, signal)
}

function end() {
  clearInterval(timer)
  for (const signal of signals) process.removeListener(signal, onSignal)
}

for (const signal of signals) process.on(signal, onSignal)
