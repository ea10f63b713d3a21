import { totalmem } from "node:os"
import { sharedBuffers } from "./shared-buffers.ts"

/** What this process may use, in bytes: the limit of its container where there is one. */
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
  // A socket file would require a path below 108 bytes; TCP is enough.
  unix_socket_directories: "",
  max_connections: "200",
  shared_buffers: sharedBuffers(ownMemory()),
  timezone: "UTC",
  log_timezone: "UTC",
  // A backup copies the files and the log written meanwhile.
  // More than a backup needs: logical decoding can be switched on without a restart.
  wal_level: "logical",
  max_wal_senders: "4",
  max_replication_slots: "4",
  // Connections are few and local; three I/O worker processes would cost more memory than they save time.
  io_method: "sync",
  // After a checkpoint the first change of each page is logged as the whole page, several times as much as the change. So
  // checkpoints are rarer than by default (5 minutes, 1 GB); a start after a crash replays what was logged since.
  checkpoint_timeout: "15min",
  max_wal_size: "2GB",
  // Statement errors are returned to the caller. In the log they could contain personal data, so it contains
  // only messages about the server itself.
  log_min_messages: "log",
  log_error_verbosity: "terse",
  log_min_error_statement: "panic",
  log_checkpoints: "off",
}
