import { totalmem } from "node:os"
import { sharedBuffers } from "./shared-buffers.ts"

/** The memory available to this process, in bytes: the container's limit if there is one. */
function ownMemory(): number {
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

/**
 * Settings of the embedded server. Every durability setting (fsync, synchronous_commit, full_page_writes)
 * keeps PostgreSQL's default: on.
 */
export const serverSettings: Record<string, string> = {
  listen_addresses: "127.0.0.1",
  // A Unix socket would require a path of less than 108 bytes; TCP is enough.
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: sharedBuffers(ownMemory()),
  timezone: "UTC",
  log_timezone: "UTC",
  // A backup copies the files and the log written meanwhile.
  wal_level: "logical",
  max_wal_senders: "4",
  max_replication_slots: "4",
  // Connections are few and local; three I/O worker processes would cost more memory than they save time.
  io_method: "sync",
  // After a checkpoint, the first change to each page logs the whole page, which is several times as large as the
  // change. So checkpoints are rarer than by default (5 minutes, 1 GB), in exchange for a longer replay after a crash.
  checkpoint_timeout: "15min",
  max_wal_size: "2GB",
  // By default at most the size of a segment, which is 1 MB here.
  wal_buffers: "4MB",
  // Statement errors are returned to the caller. They could contain personal data, so the log contains only messages
  // about the server itself.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
}
